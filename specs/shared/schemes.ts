import { type CheckParts, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { mintedTokenSeconds, shortestTokenSeconds } from '../../generators/minted-token.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Line } from '../../wire/connections.ts';
import {
  apiKeyForms,
  apiKeyText,
  type Header,
  present,
  type TokenRole,
  validToken,
} from '../../wire/credential.ts';
import { inRounds, laidOver, type MakeValid } from './cases.ts';
import { type Among, type SendAmong, staysValid, staysWrong } from './same-connection.ts';
import { observedCredentials } from './wrong-credentials.ts';

/** Sends valid requests with credentials that the document lets in, again and again. */
function accepted(send: SendAmong, casesOf: (run: Run) => readonly Among[]): CheckParts {
  return {
    cases: (run) =>
      send(
        run,
        inRounds(run, () => casesOf(run)),
      ),
  };
}

/** Sends valid requests, each with its own credential. */
function sendValid(valid: MakeValid): SendAmong {
  return function* (run, cases) {
    yield* sideBySide(
      cases.map(({ around, ...each }, index) => {
        const { request, facts } = valid(run, index);
        const send = (line?: Line): Steps<unknown> => {
          const connection = line === undefined ? {} : { connection: line };
          return run.send(laidOver({ request: { ...request, ...connection }, facts }, each));
        };
        return around === undefined ? send() : around(send);
      }),
    );
  };
}

/** Lifetimes of other valid tokens, in seconds; one with a long lifetime may be rejected (ruling 19). */
const lifetimes: readonly number[] = [shortestTokenSeconds, 45, 110];

/** Claims that readers ignore (RFC 7519 section 4), many, and one whose base64url has both characters that base64 does not have. */
const otherClaims = { jti: 'žluťoučký ???>>>', realm: { 1: 'reader '.repeat(480) }, groups: ['reader', 7] };

/** Other valid tokens, some of them in the last minute of their life. */
function freshTokens({ credentials }: Run, presented: (token: TokenRole) => readonly Header[]): Among[] {
  if (!credentials.canSign || !credentials.isJwt) return [];
  // Payloads of each length modulo 3, of which base64 has another padding each.
  const ofLifetime = lifetimes.map((lifetimeSeconds, at) => ({
    kind: 'fresh-token',
    detail: `valid for ${lifetimeSeconds} s`,
    request: { credential: presented({ token: 'fresh', lifetimeSeconds, claims: { end: 'x'.repeat(at) } }) },
  }));
  const other = presented({ token: 'fresh', lifetimeSeconds: mintedTokenSeconds, claims: otherClaims });
  const detail = 'of kilobytes, with hyphens and underscores';
  return [...ofLifetime, { kind: 'fresh-token', detail, request: { credential: other } }];
}

function asBearer(run: Run): Among[] {
  return [
    { kind: 'authorization-bearer', request: { credential: 'bearer' } },
    ...freshTokens(run, (other) => present('bearer', other)),
  ];
}

/** If no form worked before the run, each is tried again, so that the failure is in the journal. */
function asApiKey(run: Run): Among[] {
  const { apiKeyForm } = run.facts;
  const kind = 'websocket-protocol-alone';
  if (apiKeyForm === null)
    return apiKeyForms.map((form) => ({
      kind,
      detail: form,
      request: { credential: present('api-key', validToken, form) },
    }));
  return [
    { kind, detail: apiKeyForm, request: { credential: 'api-key' } },
    ...freshTokens(run, (other) => present('api-key', other, apiKeyForm)),
  ];
}

/**
 * Both schemes are accepted on every operation, on any connection (rulings 20, 21 and 33).
 * @param send sends valid requests with credentials
 */
export function declareSchemes(
  operation: Operation,
  valid: MakeValid,
  send = sendValid(valid),
  common: Partial<CheckParts> = {},
): void {
  const check = checksOf(operation, common);
  test(...check('AUTH-BEARER', accepted(send, asBearer)));
  test(...check('AUTH-APIKEY', accepted(send, asApiKey)));
  test(...check('AUTH-STAYS-WRONG', staysWrong(valid)));
  test(...check('AUTH-STAYS-VALID', staysValid(valid, send)));
}

/** The word Bearer in other case. */
const schemeWords = ['bearer', 'BEARER', 'BeArEr'].map(
  (word): Among => ({
    kind: 'scheme-written',
    detail: word,
    request: { credential: [['Authorization', `${word} `, validToken]] },
  }),
);

/** The forms of the API key that the target need not take. */
function otherForms({ facts }: Run): Among[] {
  const kind = 'other-websocket-protocol';
  const bearer = present('bearer', validToken);
  return apiKeyForms.flatMap((form) => {
    const [detail, credential] = [apiKeyText(form), present('api-key', validToken, form)];
    const alone = form === facts.apiKeyForm ? [] : [{ kind, detail, request: { credential } }];
    const both = [...bearer, ...credential];
    return [...alone, { kind, detail: `${detail} beside Authorization`, request: { credential: both } }];
  });
}

/** Credentials and spellings of them that the document leaves open. */
export function declareOpenSchemes(
  operation: Operation,
  valid: MakeValid,
  common: Partial<CheckParts> = {},
): void {
  const check = checksOf(operation, common);
  const send = sendValid(valid);
  const observed = observedCredentials(valid);
  test(...check('AUTH-OPEN-SCHEME-CASE', { cases: (run) => send(run, schemeWords) }));
  test(...check('AUTH-OPEN-APIKEY-FORM', { cases: (run) => send(run, otherForms(run)) }));
  test(...check('AUTH-OPEN-TOKEN-FORM', observed));
  test(...check('AUTH-OPEN-LEEWAY', observed));
  test(...check('AUTH-OPEN-NOT-BEFORE', observed));
  test(...check('AUTH-OPEN-OTHER-HMAC', observed));
  test(...check('AUTH-OPEN-TOKEN-HEADER', observed));
  test(...check('AUTH-OPEN-CLAIMS', observed));
}
