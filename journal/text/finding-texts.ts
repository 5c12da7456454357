import { bodyTexts } from './body-texts.ts';
import { type FindingText, sameMessage } from './finding-text.ts';
import { pageTexts } from './page-texts.ts';
import { pinnedTexts } from './pinned-texts.ts';

/** How many answers to these kinds of input were wrong for ordinary clients, and how many there were to tests. */
interface DressCounts {
  readonly kinds: readonly string[];
  readonly wrong: number;
  readonly answers: number;
  readonly tests: number;
}

/** The text and place of each kind of finding. Nothing depends on the text. */
export const findingTexts = {
  ...bodyTexts,
  ...pageTexts,
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
      `rejected in a form that the document does not allow here; it must be ${formsInWords(allowed)}`,
  },
  'signature-differs': sameMessage(
    'request',
    'accepted with another signature than the same transaction of the same party elsewhere in the recording',
  ),
  'request-unanswered': sameMessage(
    'transport',
    'no answer to this request on repeated attempts, although requests before and after it were answered',
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
  'answers-by-dress': {
    place: 'relation',
    message: ({ kinds, wrong, answers, tests }: DressCounts) =>
      `answers ordinary clients differently than tests: wrong in ${wrong} of ${answers} answers to requests that look like theirs, in none of ${tests} to requests that look like tests (${kinds.map((kind) => kind.replaceAll('-', ' ')).join(', ')})`,
  },
  'server-error': {
    place: 'status',
    message: ({ status }: { status: number }) =>
      `answered a request that is merely wrong with status ${status}`,
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
export function formsInWords(allowed: readonly string[]): string {
  return allowed.map((form) => failureForms[form] ?? form).join(' or ');
}

const failureForms: Readonly<Record<string, string>> = {
  'text-400': 'a 400 of type text/plain',
  'error-object': 'the JSON error object',
};

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
