import { type CheckParts, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { mintedTokenSeconds } from '../../generators/minted-token.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Line } from '../../wire/connections.ts';
import {
  type ApiKeyForm,
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

/** Sends valid requests with credentials that the document lets in; again and again, unless they are only observed. */
function accepted(conduct: SendAmong, credentials: (run: Run) => readonly Among[]): CheckParts {
  return {
    *cases(run) {
      const listed = credentials(run);
      const isOpen = run.requirement.level === 'OPEN';
      yield* conduct(run, isOpen ? listed : inRounds(run, () => listed));
    },
  };
}

/** Sends valid requests, each with its own credential. */
export function sendValid(valid: MakeValid): SendAmong {
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
const lifetimes: readonly number[] = [20, 45, 110];

/** A claim that readers ignore (RFC 7519 section 4), whose base64url has both characters that base64 does not have. */
const otherClaims = { jti: 'žluťoučký ???>>>' };

/** Other valid tokens, some of them in the last minute of their life. */
function freshTokens({ credentials }: Run, presented: (token: TokenRole) => readonly Header[]): Among[] {
  if (!credentials.canSign || !credentials.isJwt) return [];
  const ofLifetime = lifetimes.map((lifetimeSeconds) => ({
    kind: 'fresh-token',
    detail: `valid for ${lifetimeSeconds} s`,
    request: { credential: presented({ token: 'fresh', lifetimeSeconds }) },
  }));
  const other = presented({ token: 'fresh', lifetimeSeconds: mintedTokenSeconds, claims: otherClaims });
  const detail = 'with hyphens and underscores';
  return [...ofLifetime, { kind: 'fresh-token', detail, request: { credential: other } }];
}

function formsTried({ facts }: Run): readonly ApiKeyForm[] {
  return facts.apiKeyForm === null ? apiKeyForms : [facts.apiKeyForm];
}

function tokensInForm(run: Run, form: ApiKeyForm | null): Among[] {
  return form === null ? [] : freshTokens(run, (other) => present('api-key', other, form));
}

/**
 * Both schemes are accepted on every operation, on any connection (rulings 20, 21 and 33).
 * @param conduct sends valid requests with credentials
 */
export function declareSchemes(
  operation: Operation,
  valid: MakeValid,
  conduct = sendValid(valid),
  common: Partial<CheckParts> = {},
): void {
  const check = checksOf(operation, common);
  test(
    ...check(
      'AUTH-BEARER',
      accepted(conduct, (run) => [
        { kind: 'authorization-bearer', request: { credential: 'bearer' } },
        ...freshTokens(run, (other) => present('bearer', other)),
      ]),
    ),
  );
  // If no form worked before the run, each is tried again, so that the failure is in the journal.
  test(
    ...check(
      'AUTH-APIKEY',
      accepted(conduct, (run) => [
        ...formsTried(run).map(
          (form): Among => ({
            kind: 'websocket-protocol-alone',
            detail: form,
            request: {
              credential: form === run.facts.apiKeyForm ? 'api-key' : present('api-key', validToken, form),
            },
          }),
        ),
        ...tokensInForm(run, run.facts.apiKeyForm),
      ]),
    ),
  );
  test(...check('AUTH-STAYS-WRONG', staysWrong(valid)));
  test(...check('AUTH-STAYS-VALID', staysValid(valid, conduct)));
}

/** Credentials and spellings of them that the document leaves open. */
export function declareOpenSchemes(
  operation: Operation,
  valid: MakeValid,
  common: Partial<CheckParts> = {},
): void {
  const check = checksOf(operation, common);
  const observed = (credentials: (run: Run) => readonly Among[]): CheckParts =>
    accepted(sendValid(valid), credentials);
  test(
    ...check(
      'AUTH-OPEN-SCHEME-CASE',
      observed(() =>
        ['bearer', 'BEARER', 'BeArEr'].map((word) => ({
          kind: 'scheme-written',
          detail: word,
          request: { credential: [['Authorization', `${word} `, validToken]] },
        })),
      ),
    ),
  );
  test(
    ...check(
      'AUTH-OPEN-APIKEY-FORM',
      observed(({ facts }) =>
        apiKeyForms
          .filter((form) => form !== facts.apiKeyForm)
          .map((form) => ({
            kind: 'other-websocket-protocol',
            detail: apiKeyText(form),
            request: { credential: present('api-key', validToken, form) },
          })),
      ),
    ),
  );
  test(...check('AUTH-OPEN-TOKEN-FORM', observedCredentials(valid)));
  test(...check('AUTH-OPEN-LEEWAY', observedCredentials(valid)));
  test(...check('AUTH-OPEN-NOT-BEFORE', observedCredentials(valid)));
  test(...check('AUTH-OPEN-OTHER-HMAC', observedCredentials(valid)));
  test(...check('AUTH-OPEN-TOKEN-HEADER', observedCredentials(valid)));
  test(...check('AUTH-OPEN-CLAIMS', observedCredentials(valid)));
}
