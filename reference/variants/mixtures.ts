import { everyOperation } from './table.ts';
import type { Variant } from './variant.ts';

/** Servers that differ in several ways at once, like real ones: the rows that they consist of, in the order in which they act. */
const mixtures: Readonly<Record<string, readonly [title: string, ids: readonly string[]]>> = {
  'like-a-java-service': [
    'A server with problem+json, 422 and charsets, which rejects unknown members and non-X.509 keys.',
    [
      ...['refuses-unknown-members', 'refuses-keys-of-other-specs', 'refuses-unusual-hints-in-text'],
      ...['generate-topology-semantic-failures-are-422', 'execute-submission-structural-failures-are-422'],
      ...['errors-have-nulls', 'errors-are-problems', 'text-in-upper-case', 'last-token-null', 'coded-gzip'],
    ],
  ],
  'like-a-go-service': [
    'A server with bare fields, absent tokens, indented JSON, accepted unknown values and many statuses.',
    [
      ...['takes-nulls-in-optional-fields', 'takes-unusual-hints', 'takes-any-uids', 'takes-any-threshold'],
      ...['last-token-absent', 'users-have-ids-alone', 'semantic-failures-of-many-statuses'],
      ...['required-error-fields-only', 'json-is-indented', 'text-without-charset', 'answers-in-small-chunks'],
    ],
  ],
  'like-a-ledger-behind-a-gateway': [
    'A server behind a gateway that adds headers and trailers, and is sometimes unavailable.',
    [
      ...['execute-answers-202', 'execute-says-more', 'tokens-differ-each-time'],
      ...['several-topology-transactions', 'unauthenticated-without-challenge', 'api-key-with-protocol'],
      ...['headers-repeated', 'answers-with-trailers', 'now-and-then-503'],
    ],
  ],
  'like-an-asynchronous-ledger': [
    'A server that verifies later, takes each submissionId once, and lists what it has in pages of its own.',
    [
      ...['verifies-after-acceptance', 'takes-a-submission-id-once', 'execute-answers-201-with-location'],
      ...['empty-pages-without-users', 'users-have-nulls', 'topology-transactions-differ-in-each-answer'],
      ...['fingerprint-is-base64url', 'entries-are-data-urls', 'credential-failures-are-403', 'json-is-escaped'],
    ],
  ],
};

/** Combinations of the given variants, including what they are started with. */
export function mixturesOf(single: readonly Variant[]): Variant[] {
  return Object.entries(mixtures).map(([id, [title, ids]]) => {
    const parts = ids.map((each) => {
      const found = single.find((variant) => variant.id === each);
      if (found === undefined) throw new Error(`There is no variant ${each} to mix into ${id}; correct the id.`);
      return found;
    });
    const serving = Object.assign({}, ...parts.map((part) => part.serving));
    return { id, title, operations: everyOperation, quote: parts[0]?.quote ?? '', serving, parts };
  });
}
