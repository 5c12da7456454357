import { together } from './change-answers.ts';
import type { Variant } from './variant.ts';
import { everyOperation } from './variant-row.ts';

/** A server that differs in several ways at once, like real ones. */
interface CombinedVariant {
  readonly id: string;
  readonly title: string;
  /** Ids of variants, the one closest to the conformant server first. */
  readonly of: readonly string[];
}

const mixtures: readonly CombinedVariant[] = [
  {
    id: 'like-a-java-service',
    title: 'A server with problem+json, 422 and charsets, which rejects unknown members and non-X.509 keys.',
    of: [
      ...['refuses-unknown-members', 'refuses-keys-of-other-specs', 'refuses-unusual-hints-in-text'],
      ...['generate-topology-semantic-failures-are-422', 'execute-submission-structural-failures-are-422'],
      ...['errors-have-nulls', 'errors-are-problems', 'text-in-upper-case', 'last-token-null', 'coded-gzip'],
    ],
  },
  {
    id: 'like-a-go-service',
    title: 'A server with bare fields, absent tokens, indented JSON, accepted unknown values and many statuses.',
    of: [
      ...['takes-nulls-in-optional-fields', 'takes-unusual-hints', 'takes-any-uids', 'takes-any-threshold'],
      ...['last-token-absent', 'users-have-ids-alone', 'semantic-failures-of-many-statuses'],
      ...['required-error-fields-only', 'json-is-indented', 'text-without-charset', 'answers-in-small-chunks'],
    ],
  },
  {
    id: 'like-a-ledger-behind-a-gateway',
    title: 'A server behind a gateway that adds headers and trailers, and is sometimes unavailable.',
    of: [
      ...['execute-answers-202', 'execute-says-more', 'tokens-differ-each-time'],
      ...['several-topology-transactions', 'unauthenticated-without-challenge', 'api-key-with-protocol'],
      ...['headers-repeated', 'answers-with-trailers', 'now-and-then-503'],
    ],
  },
  {
    id: 'like-an-asynchronous-ledger',
    title: 'A server that verifies later, takes each submissionId once, and lists what it has in pages of its own.',
    of: [
      ...['verifies-after-acceptance', 'takes-a-submission-id-once', 'execute-answers-201-with-location'],
      ...['empty-pages-without-users', 'users-have-nulls', 'topology-transactions-differ-in-each-answer'],
      ...['fingerprint-is-base64url', 'entries-are-data-urls', 'credential-failures-are-403', 'json-is-escaped'],
    ],
  },
];

/** Combinations of the given variants, including what they are started with. */
export function mixturesOf(variants: readonly Variant[]): Variant[] {
  return mixtures.map(({ id, title, of }) => {
    const parts = of.map((each) => {
      const found = variants.find((variant) => variant.id === each);
      if (found === undefined) throw new Error(`There is no variant ${each} to mix into ${id}; correct the id.`);
      return found;
    });
    return {
      id,
      title,
      operations: everyOperation,
      quote: parts[0]?.quote ?? '',
      serving: Object.assign({}, ...parts.map(({ serving }) => serving)),
      parts: parts.map((part) => ({ ...part, operations: part.operations })),
      apply: together(...parts.flatMap(({ apply }) => apply ?? [])),
    };
  });
}
