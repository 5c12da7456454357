import { asItIs, headers, members, text } from '../../rows/answers.ts';
import { failure, when } from '../../rows/conditions.ts';
import { rephrase } from '../../rows/requests.ts';
import { EX, everyOperation, GT, LU, variants } from '../../variants/table.ts';
import type { Variant } from '../../variants/variant.ts';
import { invalidArguments } from '../refusals.ts';
import { transaction } from './faults.ts';

/** The usages of a key in another order. */
function withOtherUsages(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed.set([4, 5, 1], bytes.indexOf(Buffer.from('2a03010504', 'hex')) + 2);
  return changed;
}

const errors = { under: failure() };

const rows: readonly Variant[] = variants(everyOperation, '', {
  'defects-are-repaired': [
    'The known defects are answered 400.',
    // Rejections that the known defects hide, as a later patch may return them.
    rephrase(({ code }) => (code === 'INTERNAL_ERROR' ? invalidArguments('Confirmation threshold has to be positive') : undefined)),
    { on: GT, quote: 'A fixed defect is no deviation.' },
  ],
  'key-usages-in-another-order': [
    'The usages of a key are written in another order: they are a set.',
    transaction(withOtherUsages),
    { on: GT, quote: 'A verifier should treat usage as a set.', under: when(({ refusal }) => refusal === undefined) },
  ],
  'context-with-more': [
    'The context of an error has additional entries.',
    members(({ errorCategory, context }) =>
      errorCategory === 8 && Object.keys(context).length > 0 ? { context: { ...context, submissionId: "'5'" } } : undefined,
    ),
    { ...errors, quote: 'ErrorInfo metadata, plus error extras.' },
  ],
  'cause-with-its-prefix': [
    'The cause of an error keeps the prefix with its code.',
    members(({ code, cause }) => (code === 'INVALID_ARGUMENT' && !/page/.test(cause) ? { cause: `INVALID_ARGUMENT(8,9703e0b6): ${cause}` } : undefined)),
    { ...errors, quote: 'When the cause holds a newline or the code holds a digit the prefix is not stripped.' },
  ],
  'correlated-by-trace': [
    'Errors are correlated by their trace id.',
    members(({ correlationId, traceId }) => (correlationId === null && traceId !== null ? { correlationId: traceId } : undefined)),
    { ...errors, quote: 'correlationId null unless it differs from the trace id.' },
  ],
  'other-parser-words': [
    'The parser has other words for unexpected input.',
    text((given) => given.replace('expected json value', 'expected a json value')),
    { on: [GT, EX], under: when(({ refusal, text: given }) => refusal !== undefined && given !== undefined), quote: "Wording is the library's." },
  ],
  'offline-list': ['There are three users.', asItIs, { on: LU, quote: 'A fresh participant has at least one user.', serving: { users: 3 } }],
  'below-a-prefix': ['All paths have a prefix.', asItIs, { quote: 'Configuration pathPrefix puts everything under a prefix.', serving: { prefix: '/ledger' } }],
  'with-server-header': ['Answers name their server.', headers({ Server: 'pekko-http/1.1.0' }), { quote: 'Server: pekko-http/1.1.0' }],
});

/** Servers of the release that differ in what the profile leaves open; no check may condemn them. */
export const cantonVariants: readonly Variant[] = rows.map((row) => ({
  ...row,
  id: `canton-${row.id}`,
  serving: { ...row.serving, profile: 'canton-3.5' },
}));
