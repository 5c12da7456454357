import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { reasonOf } from '../../journal/reason.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Check } from '../../session/check.ts';
import type { Altered, Conductor } from '../../session/conductor.ts';
import { apiKeyForms, type Part, present, type TokenRole, validToken } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { createCheck } from './check.ts';
import { fewAtQuick } from './few-at-quick.ts';
import { lastRoundCut } from './last-round.ts';
import { lenientPresented } from './lenient-credentials.ts';
import { type Presented, underEachScheme } from './presented.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';
import type { MakeValid } from './valid-request.ts';

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
export type OtherRequests = (conductor: Conductor) => Promise<readonly OperationRequest[]>;

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

/** The whole credential table on one operation, under each scheme; every request has a valid body (ruling 19). */
export function credentialChecks(
  operation: Operation,
  valid: MakeValid,
  others: OtherRequests = async () => [],
): Check[] {
  const check = (
    kind: string,
    credentials: (conductor: Conductor) => readonly Presented[],
    over: Check['over'] = ['scheme'],
  ): Check => ({
    ...createCheck(operation, claimantOfKind(kind), async (conductor) => {
      const presented = credentials(conductor);
      const lenient = lenientPresented(conductor, claimantOfKind(kind));
      await conductCredentials(conductor, [...presented, ...lenient], valid);
      await conductOthers(
        conductor,
        fewAtQuick(conductor, presented, othersAtQuick),
        await others(conductor),
      );
    }),
    over,
  });
  return [
    check('none', (conductor) => [...noCredential, anyAccount(conductor)], []),
    check('empty', () => emptyCredentials),
    ...alteredKinds.map((kind) => check(kind, (conductor) => alteredCredentials(conductor, kind))),
    check('text-around-token', noOthers),
    check('expired', (conductor) => {
      const recently = expiredRecently[conductor.facts.clockAhead === null ? 'unknown' : 'known'];
      const kind = { kind: 'expired', credential: 'expired' };
      const { expires } = conductor.credentials;
      if (expires === undefined) return [];
      // A configured expired token is the same for every age.
      if (expires === 'configured') return underEachScheme(kind, { token: 'expired' });
      return [recently, ...expiredSince].flatMap(([detail, secondsAgo]) =>
        underEachScheme({ ...kind, detail }, { token: 'expired', secondsAgo }),
      );
    }),
    check(
      'basic',
      () => [
        basic('basic-with-the-accepted-jwt', validToken),
        { ...basic('basic', { base64: [':', validToken] }), detail: 'no-name' },
        { ...basic('basic', { base64: [validToken, ':'] }), detail: 'no-password' },
      ],
      [],
    ),
  ];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A name and a password that nobody has: no credential of the document. */
function anyAccount({ seed, nonce }: Conductor): Presented {
  const name = textFrom([seed, nonce, 'name'], letters, 8);
  const account = Buffer.from(`${name}:${name}`).toString('base64');
  return { ...basic('basic', account), detail: 'any-name-and-password', credential: 'none' };
}

function basic(kind: string, value: Part): Presented {
  return { kind, credential: 'basic', headers: [['Authorization', 'Basic ', value]] };
}

/** All credentials of the check are in the catalogue. */
function noOthers(conductor: Conductor): readonly Presented[] {
  if (!conductor.credentials.isJwt) conductor.notExercised(reasonOf('token-not-jwt'));
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

function alteredCredentials(conductor: Conductor, kind: Altered['kind']): Presented[] {
  const { seed, nonce, credentials } = conductor;
  if (!credentials.isJwt) {
    conductor.notExercised(reasonOf('token-not-jwt'));
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
async function conductCredentials(
  conductor: Conductor,
  credentials: readonly Presented[],
  valid: MakeValid,
): Promise<void> {
  // Below MUST, four rounds are enough, and one at quick effort.
  const isMust = conductor.requirement.level === 'MUST';
  const isCut = isMust || conductor.effort === 'quick';
  const rounds = Array.from({ length: isCut ? conductor.rounds(credentials.length) : 4 }, () => credentials);
  const sent = isCut ? lastRoundCut(conductor, rounds) : rounds;
  await Promise.all(sent.map((some, round) => conductRound(conductor, { credentials: some, valid }, round)));
}

/** How many credentials are sent with other requests at quick effort. */
const othersAtQuick = 1;

/** Up to so many credentials are sent with each of the other requests, as too few pairs of them would be drawn. */
const fewCredentials = 4;

/** Sends each credential with one of the other requests, in turn; in a soak, or if they are few, with each. */
async function conductOthers(
  conductor: Conductor,
  credentials: readonly Presented[],
  requests: readonly OperationRequest[],
): Promise<void> {
  const prepared = requests.map((request) => ({ request, control: sharedControl(request) }));
  const { effort } = conductor;
  const isEach = effort === 'soak' || (effort === 'standard' && credentials.length <= fewCredentials);
  // Another run pairs them in another way.
  const turn = bytesFrom([conductor.seed, conductor.nonce, 'others'], 1).readUInt8();
  await Promise.all(
    credentials.flatMap(({ headers, context = [], ...draft }, index) => {
      const first = prepared[(index + turn) % Math.max(1, prepared.length)];
      const some = isEach ? prepared : first === undefined ? [] : [first];
      return some.map(({ request, control }) =>
        conductor.inCase(
          { ...draft, context: [...context, request.query ?? 'other-body'] },
          async (builder) => {
            await control(builder);
            await builder.send('probe', request, headers);
          },
        ),
      );
    }),
  );
}

/** Sends two valid requests with the credentials in turn, and their controls with the valid credential. */
async function conductRound(
  conductor: Conductor,
  { credentials, valid }: { readonly credentials: readonly Presented[]; readonly valid: MakeValid },
  round: number,
): Promise<void> {
  const pair = [2 * round, 2 * round + 1].map((index) => {
    const made = valid(conductor, index);
    return { ...made, control: sharedControl(made.request) };
  });
  await Promise.all(
    credentials.map((credential, place) => {
      const one = pair[(place + round) % pair.length];
      if (one === undefined) throw new Error('There is no valid request to send a credential with.');
      const { request, facts, index, control } = one;
      const { headers, ...draft } = credential;
      return conductor.inCase({ ...draft, facts }, async (builder) => {
        // A configured execute body is kept for later: its success comes last and is the control for all (ruling 14).
        if (index === undefined) await control(builder);
        const { answer } = await builder.send('probe', request, headers);
        rememberAccepted(conductor, index, answer);
      });
    }),
  );
}
