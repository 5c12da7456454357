import type { FindingText } from './finding-text.ts';

/** A member of a request or response, and the validator's message. */
export interface PinnedViolation {
  readonly member: string;
  readonly rule: string;
}

/** The text of deviations from pinned behaviour. */
export const pinnedTexts = {
  'pinned-request': {
    place: 'status',
    message: ({ member, rule }: PinnedViolation) =>
      `gave this answer although the request's ${member} ${rule}`,
  },
  'pinned-answer': {
    place: 'status',
    message: ({ member, rule }: PinnedViolation) => `${member === '' ? 'the answer' : member} ${rule}`,
  },
  'users-unordered': {
    place: 'body',
    message: () => 'users are not in ascending order of their ids, each once',
  },
  'page-overfull': { place: 'body', message: () => 'a page has more users than its size' },
  'page-token-needless': {
    place: 'body',
    message: () => 'a page that is not full has a token, or no empty one',
  },
  'page-token-wrong': {
    place: 'body',
    message: () => 'the token of a full page does not name its last user',
  },
  'page-token-invalid': { place: 'status', message: () => 'an invalid page token is accepted' },
  'page-start-wrong': {
    place: 'body',
    message: () => 'a page has a user that does not come after its token',
  },
  'fingerprint-wrong': {
    place: 'body',
    message: () => 'publicKeyFingerprint is not the fingerprint of the key',
  },
  'party-id-form': {
    place: 'body',
    message: () => 'partyId is not the hint, two colons and the fingerprint',
  },
  'key-spec-wrong': {
    place: 'status',
    message: () => 'a key of another algorithm than its keySpec is accepted',
  },
  'transaction-count': { place: 'body', message: () => 'there is not exactly one topology transaction' },
  'transaction-encoding': {
    place: 'body',
    message: () => 'the topology transaction is not in padded base64',
  },
  'transaction-hosts-nobody': {
    place: 'body',
    message: () => 'the topology transaction does not map a party to participants',
  },
  'transaction-wrong': {
    place: 'body',
    message: () => 'the topology transaction is not the one that the request asks for',
  },
  'threshold-too-high': {
    place: 'status',
    message: () => 'a threshold above the number of confirming participants is accepted',
  },
  'multihash-wrong': {
    place: 'body',
    message: () => 'multiHash is not the multi-hash of topologyTransactions',
  },
  'trace-id-wrong': { place: 'body', message: () => 'traceId is not that of the request' },
  'tid-wrong': { place: 'body', message: () => 'tid is not the trace id' },
  'correlation-id-wrong': {
    place: 'body',
    message: () => 'correlationId is not null, the trace id or the submissionId',
  },
} as const satisfies Readonly<Record<string, FindingText>>;
