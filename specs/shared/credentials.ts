import type { Case, Check, CheckParts, Request, Run, Steps } from '../../engine/check.ts';
import type { Altered } from '../../engine/credentials.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { bytesFrom, textFrom } from '../../generators/seeding.ts';
import { otherMistake } from '../../generators/violation.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import {
  apiKeyForms,
  type Header,
  type Part,
  present,
  type TokenRole,
  validToken,
} from '../../wire/credential.ts';
import { fewAtQuick, inContext, laidOver, lastRoundCut, type MakeValid, sendAll } from './cases.ts';
import { withEachHeader } from './client-cases.ts';
import {
  forged,
  lenientCredentials,
  noCredential,
  underEachScheme,
  withCredential,
} from './wrong-credentials.ts';

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

/**
 * The whole credential table on one operation, under each scheme; every request has a valid body (ruling 19).
 * @param others more requests that must be rejected without a valid credential. A target may reject their parameters even with one:
 *   without a successful control, only acceptances and the form of rejections count
 * @param first what the first check does besides
 */
export function declareCredentials(
  operation: Operation,
  valid: MakeValid,
  {
    others,
    first = (parts) => parts,
  }: {
    readonly others?: (run: Run) => Steps<readonly Request[]>;
    readonly first?: (parts: CheckParts) => CheckParts;
  } = {},
): void {
  const check = checksOf(operation);
  const refused = (
    credentials: (run: Run) => readonly Case[],
    over: Check['over'] = ['scheme'],
  ): CheckParts => ({
    over,
    *cases(run) {
      const listed = credentials(run);
      yield* sendWithValid(run, [...listed, ...lenientCredentials(run)], valid);
      // Some servers trust a gateway in front to have verified the token.
      const plain = listed.find((each) => each === noCredential || each.kind === 'signature-altered');
      const odd = listed.includes(noCredential) ? otherwiseOdd(run) : [];
      const all = plain === undefined ? [] : [...withEachHeader(run, plain), ...odd];
      yield* sendAll(run, inTurn(run, all, valid, 0));
      if (others === undefined) return;
      yield* sendWithOthers(run, fewAtQuick(run, listed, othersAtQuick), yield* others(run));
    },
  });
  const altered = (kind: Altered['kind']): CheckParts => refused((run) => alteredCredentials(run, kind));

  const nothing = refused((run) => [...noneAtAll, anyAccount(run)], []);
  const empty = refused(() => emptyCredentials);
  const nameAndPassword = refused(() => basicCredentials, []);
  test(...check('AUTH-REQUIRED', first(nothing)));
  test(...check('AUTH-EMPTY', empty));
  test(...check('AUTH-NOT-JWT', altered('not-a-jwt')));
  test(...check('AUTH-ALG-NONE', altered('alg-none')));
  test(...check('AUTH-SIGNATURE-MISSING', altered('signature-missing')));
  test(...check('AUTH-SIGNATURE-ALTERED', altered('signature-altered')));
  test(...check('AUTH-PAYLOAD-CHANGED', altered('payload-changed')));
  test(...check('AUTH-OTHER-SECRET', altered('other-secret')));
  test(...check('AUTH-TOKEN-EXACT', refused(noOthers)));
  test(...check('AUTH-EXPIRED', refused(expiredCredentials)));
  test(...check('AUTH-BASIC', nameAndPassword));
}

function expiredCredentials({ facts, credentials }: Run): readonly Case[] {
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
function anyAccount({ seed, nonce }: Run): Case {
  const name = textFrom([seed, nonce, 'name'], letters, 8);
  const account = Buffer.from(`${name}:${name}`).toString('base64');
  return basic({ kind: 'basic', detail: 'any-name-and-password', credential: 'none' }, account);
}

function basic(kind: CaseKind & { readonly credential?: string }, value: Part): Case {
  return withCredential({ credential: 'basic', ...kind }, [['Authorization', 'Basic ', value]]);
}

const basicCredentials: readonly Case[] = [
  basic({ kind: 'basic-with-the-accepted-jwt' }, validToken),
  basic({ kind: 'basic', detail: 'no-name' }, { base64: [':', validToken] }),
  basic({ kind: 'basic', detail: 'no-password' }, { base64: [validToken, ':'] }),
];

/** All credentials of the check are in the catalogue. */
function noOthers(run: Run): readonly Case[] {
  if (!run.credentials.isJwt) run.notExercised(reasonOf('token-not-jwt'));
  return [];
}

const noneAtAll: readonly Case[] = [
  noCredential,
  withCredential({ kind: 'websocket-protocol-without-a-token', credential: 'none' }, [
    ['Sec-WebSocket-Protocol', 'daml.ws.auth'],
  ]),
];

const emptyAuthorizations: Readonly<Record<string, string>> = {
  'authorization-empty': '',
  'bearer-with-nothing-behind-it': 'Bearer',
  'bearer-and-a-space': 'Bearer ',
  'bearer-and-spaces': 'Bearer    ',
};

const emptyCredentials: readonly Case[] = [
  ...Object.entries(emptyAuthorizations).map(([kind, value]) =>
    withCredential({ kind, credential: 'empty' }, [['Authorization', value]]),
  ),
  ...apiKeyForms.map((form) =>
    withCredential(
      { kind: 'websocket-protocol-with-no-token', credential: 'empty', detail: form },
      present('api-key', '', form),
    ),
  ),
];

function alteredCredentials(run: Run, kind: Altered['kind']): Case[] {
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
function spelledOtherwise(altered: Altered): Case[] {
  const token: TokenRole = { token: 'altered', ...altered };
  const spelled = (context: string, headers: readonly Header[]): Case =>
    withCredential({ ...altered, credential: altered.kind, context: [context] }, headers);
  return [
    ...['bearer', 'BEARER', 'Token', 'JWT'].map((word) =>
      spelled(word, [['Authorization', `${word} `, token]]),
    ),
    spelled('both-headers', [...present('bearer', token), ...present('api-key', token)]),
    spelled('behind-the-name-of-the-protocol', [
      ['Sec-WebSocket-Protocol', 'daml.ws.auth, jwt.token.', token],
    ]),
    spelled('behind-another-protocol', [['Sec-WebSocket-Protocol', 'chat, jwt.token.', token]]),
    spelled('behind-its-mark-in-capitals', [['Sec-WebSocket-Protocol', 'JWT.TOKEN.', token]]),
  ];
}

/** Beside an unknown parameter, or another mistake: which of the two is found is open, but not that it is rejected (ruling 43). */
function otherwiseOdd(run: Run): Case[] {
  if (run.effort === 'quick') return [];
  const word = textFrom([run.identity('odd')], letters, 9);
  const others: readonly Request[] =
    operations[run.operation].method === 'POST'
      ? [{ query: word }, ...[word, '', '{}'].map((text) => ({ body: Buffer.from(text) }))]
      : [{ query: `${run.facts.pageTokenParameter}=${word}` }];
  const other = { as: run.requirement.id, wrong: { pointer: '', keyword: 'open' } };
  return [noCredential, ...forged(run)].flatMap((each) =>
    others.map((request) => inContext({ ...laidOver({ request }, each), ...other }, otherMistake)),
  );
}

/** Sends credentials of one requirement, which must be rejected, with valid requests. */
function* sendWithValid(run: Run, credentials: readonly Case[], valid: MakeValid): Steps {
  // Below MUST, four rounds are enough, and one at quick effort.
  const isMust = run.requirement.level === 'MUST';
  const isCut = isMust || run.effort === 'quick';
  const rounds = Array.from({ length: isCut ? run.rounds(credentials.length) : 4 }, () => credentials);
  const sent = isCut ? lastRoundCut(run, rounds) : rounds;
  yield* sendAll(
    run,
    sent.flatMap((some, round) => inTurn(run, some, valid, round)),
  );
}

/** The credentials with two valid requests in turn, which are their controls with the valid credential. */
function inTurn(run: Run, credentials: readonly Case[], valid: MakeValid, round: number): Case[] {
  const pair = [valid(run, 2 * round), valid(run, 2 * round + 1)] as const;
  return credentials.map((each, place) => {
    const one = pair[(place + round) % 2] ?? pair[0];
    // A configured execute body is kept for later: its success comes last and is the control for all (ruling 14).
    const control = one.bodyIndex === undefined ? one.request : undefined;
    return { ...laidOver(one, each), control };
  });
}

/** How many credentials are sent with other requests at quick effort. */
const othersAtQuick = 1;

/** Up to so many credentials are sent with each of the other requests, as too few pairs of them would be drawn. */
const fewCredentials = 4;

/** Sends each credential with one of the other requests, in turn; in a soak, or if they are few, with each. */
function* sendWithOthers(run: Run, credentials: readonly Case[], requests: readonly Request[]): Steps {
  const { effort } = run;
  const isEach = effort === 'soak' || (effort === 'standard' && credentials.length <= fewCredentials);
  // Another run pairs them in another way.
  const turn = bytesFrom([run.seed, run.nonce, 'others'], 1).readUInt8();
  const cases = credentials.flatMap((each, index) => {
    const first = (index + turn) % Math.max(1, requests.length);
    const some = isEach ? requests : requests.slice(first, first + 1);
    return some.map((request) => ({
      ...inContext(laidOver({ request }, each), request.query ?? 'other-body'),
      control: request,
    }));
  });
  yield* sendAll(run, cases);
}
