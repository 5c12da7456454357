import type { Need } from '../../requirements/requirement.ts';

const missing: Readonly<Record<Exclude<Need, 'several-users' | 'page-parameters'>, string>> = {
  synchronizer: 'No synchronizer is configured: set TARGET_SYNCHRONIZER.',
  'synchronizer-alias': 'No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.',
  participants: 'No other participants are configured: set TARGET_PARTICIPANT_UIDS.',
  'execute-body':
    'No execute body is configured: set TARGET_EXECUTE_REQUEST to a body that the target accepts.',
  'user-id': "The token's user is not configured: set TARGET_USER_ID.",
  'expired-token':
    'No expired token can be made: set TARGET_TOKEN_SECRET, TARGET_TOKEN_KEY or TARGET_EXPIRED_TOKEN.',
};

/** The text of reasons why a requirement was not judged, or how little evidence a pass has. Nothing depends on it. */
export const reasonTexts = {
  'missing-setting': (need: keyof typeof missing) => missing[need],
  'too-few-users': (users: number, needed: number) =>
    `The target lists ${users} ${users === 1 ? 'user' : 'users'}, and pages need at least ${needed}: create ${needed - users} more.`,
  'expired-token-unshown': () =>
    'Nothing shows that TARGET_EXPIRED_TOKEN was ever valid, so its rejection proves nothing: set TARGET_TOKEN_KEY to the public key of the issuer (the file at its jwks_uri).',
  'token-not-jwt': () => 'TARGET_TOKEN is not a JWT, so no altered credential can be made from it.',
  'no-signing-key': () => 'No token can be signed: set TARGET_TOKEN_SECRET or TARGET_TOKEN_KEY.',
  'bodies-used-up': () => 'Every execute body is used up: add more of them to TARGET_EXECUTE_REQUEST.',
  'not-selected': () => 'not selected',
  'run-ended': () => 'the run ended before this check',
  'no-case': () => 'the check had no request to send',
  'no-fresh-body': () => 'no unused execute body was left',
  'no-valid-control': () => 'the matching valid request failed, so this rejection proves nothing',
  'control-not-reached': () => 'the run ended before the matching valid request',
  'no-such-answer': () => 'no response in this run was subject to this requirement',
  'few-answers': (answers: number, missed: number) =>
    `${answers} ${answers === 1 ? 'response' : 'responses'} judged: a fault in one response of ten would be missed ${missed} % of the time`,
  'suite-failed': (error: string) => `the suite failed here: ${error}`,
  'requests-unanswered': (count: number) =>
    `${count} ${count === 1 ? 'request' : 'requests'} got no final response`,
  'operation-unanswered': (requests: number) => `none of ${requests} requests got a final response`,
  'target-unanswered': (requests: number) =>
    `none of ${requests} requests got a final response, and no other operation answered`,
  'target-gone': (requests: number) =>
    `none of ${requests} requests got a final response, and at the end of the run no operation answered: the target is gone`,
  'target-silent': (detail: string) => `no operation answered: ${detail}`,
  'operation-busy': (requests: number) => `all ${requests} requests were answered with 429, 502, 503 or 504`,
  'preflight-silent': (detail: string) => detail,
  'preflight-busy': (status: number) => `Answered ${status} on every attempt.`,
  'token-rejected': (statuses: string) =>
    `The token is rejected with ${statuses} under both schemes: ${/403/.test(statuses) ? 'it may lack a permission' : 'the server does not recognize this token'}.`,
  'token-expired': (setting: string) =>
    setting === 'TARGET_TOKEN'
      ? 'TARGET_TOKEN expired during the run. Use TARGET_TOKEN_COMMAND, TARGET_TOKEN_FILE or TARGET_TOKEN_SECRET to renew it.'
      : `The token expired during the run, and ${setting} gave no newer one. Check that it gives a token that is still valid whenever it is ${setting === 'TARGET_TOKEN_COMMAND' ? 'run' : 'read'}.`,
  'stopped-answering': (operation: string) => `${operation} has stopped answering; see its exchanges.`,
  'answer-too-slow': () =>
    'A response took longer than TARGET_TIMEOUT_MS. Raise it to have such responses judged.',
  'answer-too-long': () =>
    'A response was longer than TARGET_BODY_LIMIT_MIB. Raise it to have such responses judged.',
  'connection-refused': () =>
    'The target did not accept a connection. Check that it stays up; if it limits connections, lower CONFORMANCE_CONCURRENCY.',
  'hung-before': () =>
    'Other requests of this kind were never answered. The rest of them were not sent, because each may block a thread of the target.',
  'time-lost': (operation: string, seconds: number) =>
    `${operation} was sent no further requests after ${seconds} s lost to responses that did not arrive completely; see its exchanges. If the target is only slow, raise TARGET_TIMEOUT_MS.`,
  'shut-out': (words: string, since: string, first: string, behind: string) =>
    `every request got ${words} from ${since} on, valid ones too (first ${first}, after ${behind}): allow this run in whatever answered, or set CONFORMANCE_RATE below its limit`,
  'shut-out-meanwhile': () =>
    'valid requests got the same response at that time, so it says nothing about this one',
  'stayed-busy': (operation: string) =>
    `${operation} answered too many requests with 429, 502, 503 or 504, down to one request at a time: if that is a limit, set CONFORMANCE_RATE to the requests per second that it allows, or run with --effort quick`,
  'turned-away': () =>
    'valid requests were answered with 429, 502, 503 or 504 as well, down to one request at a time: if that is a limit, set CONFORMANCE_RATE to the requests per second that it allows, or run with --effort quick',
  'too-much-data': (operation: string, mebibytes: number) =>
    `${operation} was sent no further requests after ${mebibytes} MiB of large responses; see its exchanges. To allow more, raise TARGET_BODY_LIMIT_MIB.`,
  'users-changed': () => 'Users were added or removed while the pages were read.',
  'listing-too-long': (pages: number) =>
    `A listing had not ended after ${pages} pages, each with users that were not on the pages before. Test with fewer users, or accept pages of up to 1,000 users.`,
  'chain-failed-once': (chain: string) => `The chain "${chain}" failed once, but not when repeated.`,
  /** From a journal written before reasons had kinds, or of an error of the suite. */
  unclassified: (reason: string) => reason,
} as const;
