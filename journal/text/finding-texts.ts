/**
 * Where a finding is: in the body, status or a header of the response, in a transport failure, in an accepted invalid
 * request, or between several responses.
 */
export type Place = 'body' | 'status' | 'header' | 'transport' | 'request' | 'relation';

/** The text of findings of one kind. */
export interface FindingText {
  readonly place: Place;
  /** The header, in lower case. */
  readonly header?: string;
  readonly message: (parameters: never) => string;
}

/** The text of findings of a kind that all have the same message. */
function sameMessage(place: Place, message: string): { place: Place; message: () => string } {
  return { place, message: () => message };
}

/** @param wanted what the keyword requires: types, a limit, or the validator's message */
function fieldRule(keyword: string, wanted: string): string {
  switch (keyword) {
    case 'required':
      return 'is required and missing';
    case 'type':
      return `must be ${wanted}`;
    case 'minLength':
    case 'minItems':
      return wanted === '1' ? 'must be non-empty' : `must have ${wanted} elements`;
    case 'maxItems':
      return `must have ${wanted} elements`;
    case 'minimum':
    case 'maximum':
      return `must be within int32 (${wanted})`;
    default:
      return wanted;
  }
}

/** Of a chain of pages, of whose walks so many failed. */
const inChain = (said: string) =>
  ({
    place: 'relation',
    message: ({ chain, failed, walks }: { chain: string; of?: string; failed?: number; walks?: number }) =>
      `${said} (chain "${chain}", ${failed === undefined ? 'more than one walk' : `${failed} of ${walks} walks`})`,
  }) as const satisfies FindingText;

/** A member of a request or response, and the validator's message. */
interface PinnedViolation {
  readonly member: string;
  readonly rule: string;
}

/** The text of deviations from pinned behaviour. */
export const pinnedTexts = {
  'pinned-request': {
    place: 'status',
    message: ({ member, rule }: PinnedViolation) =>
      `gave this response although the request's ${member} ${rule}`,
  },
  'pinned-answer': {
    place: 'status',
    message: ({ member, rule }: PinnedViolation) => `${member === '' ? 'the response' : member} ${rule}`,
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
    'gave this response although the key is not one that is known to cause it',
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
    'gave this response although the duration is a whole number of microseconds',
  ),
} as const satisfies Readonly<Record<string, FindingText>>;

/** How many answers to these kinds of input were wrong for ordinary clients, and how many there were to tests. */
interface DisguiseCounts {
  readonly kinds: readonly string[];
  readonly wrong: number;
  readonly answers: number;
  readonly tests: number;
}

/** The text and place of each kind of finding. Nothing depends on the text. */
export const findingTexts = {
  'field-invalid': {
    place: 'body',
    message: ({ field, keyword, wanted }: { field: string; keyword: string; wanted: string }) =>
      `${field === '' ? 'the body' : field} ${fieldRule(keyword, wanted)}`,
  },
  'success-status': {
    place: 'status',
    message: ({ status, wanted }: { status: number; wanted: number }) =>
      `a success has status ${status} instead of ${wanted}`,
  },
  'success-media-type': {
    place: 'header',
    header: 'content-type',
    message: () => 'a success has no JSON media type',
  },
  'success-not-json': {
    place: 'body',
    message: ({ problem }: { problem: string }) => `a success has an invalid body: ${problem}`,
  },
  'success-not-object': sameMessage('body', 'the body of a success is not a JSON object'),
  'error-not-object': {
    place: 'body',
    message: ({ status, problem }: { status: number; problem: string }) =>
      `a failure with status ${status} has an invalid body: ${problem}`,
  },
  'text-not-utf8': sameMessage('body', 'the text of a 400 is not valid UTF-8'),
  'text-empty': sameMessage('body', 'the text of a 400 is empty'),
  'failure-leaks': {
    place: 'body',
    message: ({ what }: { what: string }) => `a failure reveals ${what}`,
  },
  'party-id-lacks': {
    place: 'body',
    message: ({ part }: { part: 'hint' | 'fingerprint' }) =>
      `partyId does not contain ${part === 'hint' ? 'the hint' : 'publicKeyFingerprint'}`,
  },
  'entry-not-wrapped': {
    place: 'body',
    message: ({ index, encodings }: { index: number; encodings: readonly string[] }) =>
      `entry ${index} decodes as ${encodings.join(' and ')}, but not to an UntypedVersionedMessage with data and version`,
  },
  'page-too-large': {
    place: 'body',
    message: ({ ineffective }: { ineffective?: string }) =>
      ineffective === undefined
        ? 'a page has more elements than requested'
        : `a page has more elements than requested. The parameter ${ineffective} has no effect; if the server uses another name, set TARGET_PAGE_SIZE_PARAMETER.`,
  },
  'page-size-not-kept': {
    place: 'status',
    message: ({ size, refused, asked }: { size: string; refused: number; asked: number }) =>
      `rejected a page size that it accepts at other times (size ${size}, ${refused} of ${asked} requests)`,
  },
  'page-sizes-refused': {
    place: 'status',
    message: ({ sizes, parameter }: { sizes: number; parameter: string }) =>
      `rejected every page size that was tried (${sizes} sizes). If the server uses another name than ${parameter}, set TARGET_PAGE_SIZE_PARAMETER.`,
  },
  'known-users-missing': {
    place: 'body',
    message: ({ known }: { known: number }) =>
      `the complete listing lacks users that are known to exist (${known} are known)`,
  },
  'page-token-repeated': inChain('a chain returns to an earlier page token'),
  'user-repeated': inChain('a user is listed twice in one chain'),
  'chain-endless': inChain('a chain does not end'),
  'users-missing': inChain('a chain lacks users that another listing has'),
  'users-flicker': {
    place: 'relation',
    message: ({ listings }: { listings: number }) =>
      `users disappear from the listing and come back (${listings} listings, one after the other)`,
  },
  'users-unlisted': inChain('a chain has users that no other listing has'),
  ...pinnedTexts,
  'accepted-invalid': {
    place: 'request',
    message: (of: { without: string; smallest?: string } | { case: string; of?: string }) =>
      'case' in of
        ? `accepted a request that must be rejected: ${of.case}`
        : `accepted a request without \`${dotted(of.without)}\`; it must be rejected`,
  },
  'valid-rejected': {
    place: 'status',
    message: ({ case: name }: { case?: string; of?: string }) =>
      name === undefined ? 'rejected a valid request' : `rejected a valid request: ${name}`,
  },
  'failure-form': {
    place: 'status',
    message: ({ allowed }: { allowed: readonly string[] }) =>
      `rejected in a form that the document does not allow here; it must be ${formsText(allowed)}`,
  },
  'signature-differs': sameMessage(
    'request',
    'accepted with another signature than the same transaction of the same party elsewhere in the recording',
  ),
  'request-unanswered': sameMessage(
    'transport',
    'no response to this request on repeated attempts, although requests before and after it were answered',
  ),
  'operation-unanswered': sameMessage(
    'transport',
    'no request of this operation was answered on repeated attempts, although other operations answered',
  ),
  'operation-stopped': sameMessage(
    'transport',
    'this operation stopped answering during the run and still did not answer at its end, although other operations did',
  ),
  'answered-on-retry': {
    place: 'transport',
    message: ({ recovered, requests }: { recovered: number; requests: number }) =>
      `${recovered} of ${requests} requests were answered only on a retry`,
  },
  'answers-by-disguise': {
    place: 'relation',
    message: ({ kinds, wrong, answers, tests }: DisguiseCounts) =>
      `answers ordinary clients differently than tests: wrong in ${wrong} of ${answers} responses to requests that look like theirs, in none of ${tests} to requests that look like tests (${kinds.map((kind) => kind.replaceAll('-', ' ')).join(', ')})`,
  },
  'server-error': {
    place: 'status',
    message: ({ status }: { status: number }) => `answered an invalid request with status ${status}`,
  },
  'www-authenticate-missing': {
    place: 'header',
    header: 'www-authenticate',
    message: () => 'a 401 has no WWW-Authenticate header',
  },
  'fingerprint-varies': sameMessage('relation', 'the same key has two fingerprints'),
  'fingerprint-shared': sameMessage('relation', 'two keys have the same fingerprint'),
  'multihash-shared': sameMessage('relation', 'two different lists of transactions have the same multiHash'),
  'transactions-shared': sameMessage('relation', 'two parties got the same list of transactions'),
  'answer-varies': sameMessage('relation', 'the same request gets different bytes'),
  'not-kept': sameMessage('status', 'other findings, which are counted but not kept'),
  /** From a journal written before findings had kinds. */
  unclassified: { place: 'status', message: ({ message }: { message: string }) => message },
} as const satisfies Readonly<Record<string, FindingText>>;

/** The forms that a rejection may have, such as `a 400 of type text/plain or the JSON error object`. */
export function formsText(allowed: readonly string[]): string {
  return allowed.map((form) => failureForms[form] ?? form).join(' or ');
}

const failureForms: Readonly<Record<string, string>> = {
  'text-400': 'a 400 of type text/plain',
  'error-object': 'the JSON error object',
};

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
