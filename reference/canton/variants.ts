import { changeBody } from '../faults/change-success.ts';
import type { Change } from '../faults/fault.ts';
import { refused } from '../refusal.ts';
import { multiHash } from '../topology/multi-hash.ts';
import { changeErrors, changeTexts } from '../variants/change-answers.ts';
import type { Variant } from '../variants/variant.ts';
import { everyOperation, type VariantRow, variantsOf } from '../variants/variant-row.ts';

/** Rejections that the known defects hide, as a later patch may return them. */
const repaired: Change = (behaviour, { fire }) => ({
  ...behaviour,
  semantics: {
    ...behaviour.semantics,
    'generate-topology': behaviour.semantics['generate-topology'].map((rule) => ({
      ...rule,
      refuse: (call) => {
        const refusal = rule.refuse(call);
        if (refusal?.code !== 'INTERNAL_ERROR') return refusal;
        fire();
        return refused(
          'INVALID_ARGUMENT',
          'The submitted request has invalid arguments: Confirmation threshold has to be positive',
        );
      },
    })),
  },
});

const rows: readonly VariantRow[] = [
  {
    id: 'defects-are-repaired',
    title: 'The known defects are answered 400.',
    quote: 'A fixed defect is no deviation.',
    operations: ['generate-topology'],
    apply: repaired,
  },
  {
    id: 'key-usages-in-another-order',
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
  {
    id: 'context-with-more',
    title: 'The context of an error says more.',
    quote: 'ErrorInfo metadata, plus error extras.',
    apply: changeErrors((error) =>
      error.errorCategory === 8 && Object.keys(error.context as object).length > 0
        ? { ...error, context: { ...(error.context as object), submissionId: "'5'" } }
        : undefined,
    ),
  },
  {
    id: 'cause-with-its-prefix',
    title: 'The cause of an error keeps the prefix with its code.',
    quote: 'When the cause holds a newline or the code holds a digit the prefix is not stripped.',
    apply: changeErrors((error) =>
      error.code === 'INVALID_ARGUMENT' && !/page/.test(String(error.cause))
        ? { ...error, cause: `INVALID_ARGUMENT(8,9703e0b6): ${String(error.cause)}` }
        : undefined,
    ),
  },
  {
    id: 'correlated-by-trace',
    title: 'Errors are correlated by their trace id.',
    quote: 'correlationId null unless it differs from the trace id.',
    apply: changeErrors((error) =>
      error.correlationId === null && error.traceId !== null
        ? { ...error, correlationId: error.traceId }
        : undefined,
    ),
  },
  {
    id: 'other-parser-words',
    title: 'The parser has other words for what it did not expect.',
    quote: "Wording is the library's.",
    operations: ['generate-topology', 'execute-submission'],
    apply: changeTexts((text) => text.replace('expected json value', 'expected a json value')),
  },
  {
    id: 'offline-list',
    title: 'There are three users.',
    quote: 'A fresh participant has at least one user.',
    operations: ['list-users'],
    serving: { users: 3 },
    apply: shows,
  },
  {
    id: 'below-a-prefix',
    title: 'Everything stands below a path prefix.',
    quote: 'Configuration pathPrefix puts everything under a prefix.',
    serving: { prefix: '/ledger' },
    apply: shows,
  },
  {
    id: 'with-server-header',
    title: 'Answers name the server that made them.',
    quote: 'Server: pekko-http/1.1.0',
    apply: (behaviour, { fire }) => ({
      ...behaviour,
      encode: async (draft, call) => {
        fire();
        return behaviour.encode(
          { ...draft, headers: { Server: 'pekko-http/1.1.0', ...draft.headers } },
          call,
        );
      },
    }),
  },
];

/** Only the way the server is started differs. */
function shows(behaviour: Parameters<Change>[0], { fire }: Parameters<Change>[1]): ReturnType<Change> {
  return {
    ...behaviour,
    composeSuccess: (result, call) => {
      fire();
      return behaviour.composeSuccess(result, call);
    },
  };
}

/** Servers of the release that differ in what the profile leaves open; no check may condemn them. */
export const cantonVariants: readonly Variant[] = variantsOf(
  rows.map((row) => ({
    operations: everyOperation,
    ...row,
    id: `canton-${row.id}`,
    serving: { ...row.serving, profile: 'canton-3.5' },
  })),
);
