import { type Check, type CheckParts, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { Altered } from '../../engine/credentials.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { apiKeyForms, type Part, present, type TokenRole, validToken } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { lenientPresented, type Presented, underEachScheme } from './lenient-credentials.ts';
import { type MakeValid, rememberAccepted } from './requests.ts';
import { fewAtQuick, lastRoundCut } from './rounds.ts';
import { sharedControl } from './shared-control.ts';

/** Kinds of credentials derived from the accepted token (ruling 19). */
export const alteredKinds: readonly Altered['kind'][] = [
  'not-a-jwt',
  'alg-none',
  'signature-missing',
  'signature-altered',
  'payload-changed',
  'other-secret',
];

/**
 * More requests of the operation that must be rejected without a valid credential. A target may reject their parameters
 * even with one. Without a successful control, only acceptances and the form of rejections count.
 */
export type OtherRequests = (run: Run) => Steps<readonly OperationRequest[]>;

/**
 * Five minutes of leeway are open (ruling 32); two more allow for a clock that is not known exactly, and seven for one that is
 * not known at all (ruling 41).
 */
const expiredRecently = { known: ['seven-minutes-ago', 420], unknown: ['twelve-minutes-ago', 720] } as const;

/** A target that compares only times of day would accept some older tokens. */
const expiredSince: readonly (readonly [detail: string, seconds: number])[] = [
  ['hour-ago', 3_600],
  ['day-ago', 86_400],
  ['year-ago', 31_536_000],
  // Times before 1970 become `exp: 0`, which a careless target treats as missing.
  ['in-1970', Number.POSITIVE_INFINITY],
];

function* noOtherRequests(): Steps<readonly OperationRequest[]> {
  return [];
}

/** What differs between the operations. */
interface CredentialTable {
  readonly others?: OtherRequests;
  /** What the first check does besides. */
  readonly first?: (parts: CheckParts) => CheckParts;
}

/** The whole credential table on one operation, under each scheme; every request has a valid body (ruling 19). */
export function declareCredentials(
  operation: Operation,
  valid: MakeValid,
  { others = noOtherRequests, first = (parts) => parts }: CredentialTable = {},
): void {
  const check = checksOf(operation);
  const refused = (
    credentials: (run: Run) => readonly Presented[],
    over: Check['over'] = ['scheme'],
  ): CheckParts => ({
    over,
    *cases(run) {
      const presented = credentials(run);
      const lenient = lenientPresented(run);
      yield* conductCredentials(run, [...presented, ...lenient], valid);
      const few = fewAtQuick(run, presented, othersAtQuick);
      yield* conductOthers(run, few, yield* others(run));
    },
  });
  const altered = (kind: Altered['kind']): CheckParts => refused((run) => alteredCredentials(run, kind));

  const nothing = refused((run) => [...noCredential, anyAccount(run)], []);
  test(...check('AUTH-REQUIRED', first(nothing)));
  test(
    ...check(
      'AUTH-EMPTY',
      refused(() => emptyCredentials),
    ),
  );
  test(...check('AUTH-NOT-JWT', altered('not-a-jwt')));
  test(...check('AUTH-ALG-NONE', altered('alg-none')));
  test(...check('AUTH-SIGNATURE-MISSING', altered('signature-missing')));
  test(...check('AUTH-SIGNATURE-ALTERED', altered('signature-altered')));
  test(...check('AUTH-PAYLOAD-CHANGED', altered('payload-changed')));
  test(...check('AUTH-OTHER-SECRET', altered('other-secret')));
  test(...check('AUTH-TOKEN-EXACT', refused(noOthers)));
  test(...check('AUTH-EXPIRED', refused(expiredCredentials)));
  test(
    ...check(
      'AUTH-BASIC',
      refused(() => basicCredentials, []),
    ),
  );
}

function expiredCredentials({ facts, credentials }: Run): readonly Presented[] {
  const kind = { kind: 'expired', credential: 'expired' };
  if (credentials.expires === undefined) return [];
  // A configured expired token is the same for every age.
  if (credentials.expires === 'configured') return underEachScheme(kind, { token: 'expired' });
  const recently = expiredRecently[facts.clockAhead === null ? 'unknown' : 'known'];
  return [recently, ...expiredSince].flatMap(([detail, secondsAgo]) =>
    underEachScheme({ ...kind, detail }, { token: 'expired', secondsAgo }),
  );
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A name and a password that nobody has: no credential of the document. */
function anyAccount({ seed, nonce }: Run): Presented {
  const name = textFrom([seed, nonce, 'name'], letters, 8);
  const account = Buffer.from(`${name}:${name}`).toString('base64');
  return { ...basic('basic', account), detail: 'any-name-and-password', credential: 'none' };
}

function basic(kind: string, value: Part): Presented {
  return { kind, credential: 'basic', headers: [['Authorization', 'Basic ', value]] };
}

const basicCredentials: readonly Presented[] = [
  basic('basic-with-the-accepted-jwt', validToken),
  { ...basic('basic', { base64: [':', validToken] }), detail: 'no-name' },
  { ...basic('basic', { base64: [validToken, ':'] }), detail: 'no-password' },
];

/** All credentials of the check are in the catalogue. */
function noOthers(run: Run): readonly Presented[] {
  if (!run.credentials.isJwt) run.notExercised(reasonOf('token-not-jwt'));
  return [];
}

const noCredential: readonly Presented[] = [
  { kind: 'no-credential', credential: 'none', headers: [] },
  {
    kind: 'websocket-protocol-without-a-token',
    credential: 'none',
    headers: [['Sec-WebSocket-Protocol', 'daml.ws.auth']],
  },
];

const emptyAuthorizations: Readonly<Record<string, string>> = {
  'authorization-empty': '',
  'bearer-with-nothing-behind-it': 'Bearer',
  'bearer-and-a-space': 'Bearer ',
  'bearer-and-spaces': 'Bearer    ',
};

const emptyCredentials: readonly Presented[] = [
  ...Object.entries(emptyAuthorizations).map(
    ([kind, value]): Presented => ({ kind, credential: 'empty', headers: [['Authorization', value]] }),
  ),
  ...apiKeyForms.map((form) => ({
    kind: 'websocket-protocol-with-no-token',
    credential: 'empty',
    detail: form,
    headers: present('api-key', '', form),
  })),
];

function alteredCredentials(run: Run, kind: Altered['kind']): Presented[] {
  const { seed, nonce, credentials } = run;
  if (!credentials.isJwt) {
    run.notExercised(reasonOf('token-not-jwt'));
    return [];
  }
  const all = credentials.altered().filter((each) => each.kind === kind);
  const drawn = all[bytesFrom([seed, nonce, kind], 1).readUInt8() % Math.max(1, all.length)];
  return [
    ...all.flatMap((each) => underEachScheme({ ...each, credential: kind }, { token: 'altered', ...each })),
    ...(drawn === undefined ? [] : spelledOtherwise(drawn)),
  ];
}

/** A wrong token under other spellings of the scheme, and in both headers: none of them lets it in. */
function spelledOtherwise(altered: Altered): Presented[] {
  const token: TokenRole = { token: 'altered', ...altered };
  const made = { ...altered, credential: altered.kind };
  const words = ['bearer', 'BEARER', 'Token', 'JWT'].map((word) => ({
    ...made,
    context: [word],
    headers: [['Authorization', `${word} `, token] as const],
  }));
  const both = [...present('bearer', token), ...present('api-key', token)];
  const behindName = [['Sec-WebSocket-Protocol', 'daml.ws.auth, jwt.token.', token] as const];
  return [
    ...words,
    { ...made, context: ['both-headers'], headers: both },
    { ...made, context: ['behind-the-name-of-the-protocol'], headers: behindName },
  ];
}

/** Sends credentials of one requirement, which must be rejected, with valid requests. */
function* conductCredentials(run: Run, credentials: readonly Presented[], valid: MakeValid): Steps {
  // Below MUST, four rounds are enough, and one at quick effort.
  const isMust = run.requirement.level === 'MUST';
  const isCut = isMust || run.effort === 'quick';
  const rounds = Array.from({ length: isCut ? run.rounds(credentials.length) : 4 }, () => credentials);
  const sent = isCut ? lastRoundCut(run, rounds) : rounds;
  yield* sideBySide(sent.map((some, round) => conductRound(run, { credentials: some, valid }, round)));
}

/** How many credentials are sent with other requests at quick effort. */
const othersAtQuick = 1;

/** Up to so many credentials are sent with each of the other requests, as too few pairs of them would be drawn. */
const fewCredentials = 4;

/** Sends each credential with one of the other requests, in turn; in a soak, or if they are few, with each. */
function* conductOthers(
  run: Run,
  credentials: readonly Presented[],
  requests: readonly OperationRequest[],
): Steps {
  const prepared = requests.map((request) => ({ request, control: sharedControl(request) }));
  const { effort } = run;
  const isEach = effort === 'soak' || (effort === 'standard' && credentials.length <= fewCredentials);
  // Another run pairs them in another way.
  const turn = bytesFrom([run.seed, run.nonce, 'others'], 1).readUInt8();
  yield* sideBySide(
    credentials.flatMap(({ headers, context = [], ...draft }, index) => {
      const first = prepared[(index + turn) % Math.max(1, prepared.length)];
      const some = isEach ? prepared : first === undefined ? [] : [first];
      return some.map(({ request, control }) =>
        run.open({ ...draft, context: [...context, request.query ?? 'other-body'] }, function* (open) {
          yield* control(open);
          yield* open.send('probe', { ...request, credential: headers });
        }),
      );
    }),
  );
}

/** Sends two valid requests with the credentials in turn, and their controls with the valid credential. */
function* conductRound(
  run: Run,
  { credentials, valid }: { readonly credentials: readonly Presented[]; readonly valid: MakeValid },
  round: number,
): Steps {
  const pair = [2 * round, 2 * round + 1].map((index) => {
    const made = valid(run, index);
    return { ...made, control: sharedControl(made.request) };
  });
  yield* sideBySide(
    credentials.map((credential, place) => {
      const one = pair[(place + round) % pair.length];
      if (one === undefined) throw new Error('There is no valid request to send a credential with.');
      const { request, facts, index, control } = one;
      const { headers, ...draft } = credential;
      return run.open({ ...draft, facts }, function* (open) {
        // A configured execute body is kept for later: its success comes last and is the control for all (ruling 14).
        if (index === undefined) yield* control(open);
        const { answer } = yield* open.send('probe', { ...request, credential: headers });
        rememberAccepted(run, index, answer);
      });
    }),
  );
}
