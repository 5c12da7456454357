import { type FindingText, sameMessage } from './finding-text.ts';

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
  'users-unordered': sameMessage('body', 'users are not in ascending order of their ids, each once'),
  'page-overfull': sameMessage('body', 'a page has more users than its size'),
  'page-token-needless': sameMessage('body', 'a page that is not full has a token, or no empty one'),
  'page-token-wrong': sameMessage('body', 'the token of a full page does not name its last user'),
  'page-token-invalid': sameMessage('status', 'an invalid page token is accepted'),
  'page-start-wrong': sameMessage('body', 'a page has a user that does not come after its token'),
  'fingerprint-wrong': sameMessage('body', 'publicKeyFingerprint is not the fingerprint of the key'),
  'party-id-form': sameMessage('body', 'partyId is not the hint, two colons and the fingerprint'),
  'key-spec-wrong': sameMessage('status', 'a key of another algorithm than its keySpec is accepted'),
  'key-exception': sameMessage(
    'status',
    'gave this answer although the key is not one that is known to cause it',
  ),
  'transaction-count': sameMessage('body', 'there is not exactly one topology transaction'),
  'transaction-encoding': sameMessage('body', 'the topology transaction is not in padded base64'),
  'transaction-hosts-nobody': sameMessage(
    'body',
    'the topology transaction does not map a party to participants',
  ),
  'transaction-wrong': sameMessage(
    'body',
    'the topology transaction is not the one that the request asks for',
  ),
  'threshold-too-high': sameMessage(
    'status',
    'a threshold above the number of confirming participants is accepted',
  ),
  'multihash-wrong': sameMessage('body', 'multiHash is not the multi-hash of topologyTransactions'),
  'trace-id-wrong': sameMessage('body', 'traceId is not that of the request'),
  'tid-wrong': sameMessage('body', 'tid is not the trace id'),
  'correlation-id-wrong': sameMessage('body', 'correlationId is not null, the trace id or the submissionId'),
  'duration-whole': sameMessage(
    'status',
    'gave this answer although the duration is a whole number of microseconds',
  ),
} as const satisfies Readonly<Record<string, FindingText>>;
