import { changeBody } from '../faults/change-success.ts';
import { multiHash } from '../topology/multi-hash.ts';
import { asItIs, changeEncoded, changeErrors, changeTexts } from '../variants/change-answers.ts';
import type { Variant } from '../variants/variant.ts';
import { everyOperation, type VariantRow } from '../variants/variant-row.ts';
import { changeRefusals } from './faults/canton-fault.ts';
import { invalidArguments } from './refusals.ts';

/** Rejections that the known defects hide, as a later patch may return them. */
const repaired = changeRefusals('generate-topology', (refusal) =>
  refusal.code === 'INTERNAL_ERROR' ? invalidArguments('Confirmation threshold has to be positive') : refusal,
);

const rows: Readonly<Record<string, VariantRow & Pick<Variant, 'quote'>>> = {
  'defects-are-repaired': {
    title: 'The known defects are answered 400.',
    quote: 'A fixed defect is no deviation.',
    operations: ['generate-topology'],
    apply: repaired,
  },
  'key-usages-in-another-order': {
    title: 'The usages of a key are written in another order: they are a set.',
    quote: 'A verifier should treat usage as a set.',
    operations: ['generate-topology'],
    apply: changeBody('generate-topology', (body) => {
      const bytes = Buffer.from(String((body.topologyTransactions as unknown[])[0]), 'base64');
      const at = bytes.indexOf(Buffer.from('2a03010504', 'hex'));
      bytes.set([4, 5, 1], at + 2);
      return {
        ...body,
        topologyTransactions: [bytes.toString('base64')],
        multiHash: multiHash([bytes]).toString('base64'),
      };
    }),
  },
  'context-with-more': {
    title: 'The context of an error has additional entries.',
    quote: 'ErrorInfo metadata, plus error extras.',
    apply: changeErrors((error) =>
      error.errorCategory === 8 && Object.keys(error.context as object).length > 0
        ? { ...error, context: { ...(error.context as object), submissionId: "'5'" } }
        : undefined,
    ),
  },
  'cause-with-its-prefix': {
    title: 'The cause of an error keeps the prefix with its code.',
    quote: 'When the cause holds a newline or the code holds a digit the prefix is not stripped.',
    apply: changeErrors((error) =>
      error.code === 'INVALID_ARGUMENT' && !/page/.test(String(error.cause))
        ? { ...error, cause: `INVALID_ARGUMENT(8,9703e0b6): ${String(error.cause)}` }
        : undefined,
    ),
  },
  'correlated-by-trace': {
    title: 'Errors are correlated by their trace id.',
    quote: 'correlationId null unless it differs from the trace id.',
    apply: changeErrors((error) =>
      error.correlationId === null && error.traceId !== null
        ? { ...error, correlationId: error.traceId }
        : undefined,
    ),
  },
  'other-parser-words': {
    title: 'The parser has other words for unexpected input.',
    quote: "Wording is the library's.",
    operations: ['generate-topology', 'execute-submission'],
    apply: changeTexts((text) => text.replace('expected json value', 'expected a json value')),
  },
  'offline-list': {
    title: 'There are three users.',
    quote: 'A fresh participant has at least one user.',
    operations: ['list-users'],
    serving: { users: 3 },
    apply: asItIs,
  },
  'below-a-prefix': {
    title: 'All paths have a prefix.',
    quote: 'Configuration pathPrefix puts everything under a prefix.',
    serving: { prefix: '/ledger' },
    apply: asItIs,
  },
  'with-server-header': {
    title: 'Answers name their server.',
    quote: 'Server: pekko-http/1.1.0',
    apply: changeEncoded((answer) => ({
      ...answer,
      headers: { Server: 'pekko-http/1.1.0', ...answer.headers },
    })),
  },
};

/** Servers of the release that differ in what the profile leaves open; no check may condemn them. */
export const cantonVariants: readonly Variant[] = Object.entries(rows).map(([id, row]) => ({
  operations: everyOperation,
  ...row,
  id: `canton-${id}`,
  serving: { ...row.serving, profile: 'canton-3.5' },
}));
