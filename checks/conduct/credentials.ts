import { type AlteredCredential, altered } from '../../generators/credentials.ts';
import { reasonOf } from '../../journal/reason.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { apiKeyForms, present } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { isJwt } from '../../wire/token.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { createCheck } from './check.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';
import type { MakeValid } from './valid-request.ts';

/** A credential that must be refused, as headers. */
interface Presented extends CaseKind {
  readonly headers: readonly HeaderPair[];
}

/** Kinds of credentials that are made by altering the accepted token (ruling 19). */
export const alteredKinds: readonly AlteredCredential['kind'][] = [
  'not-a-jwt',
  'alg-none',
  'signature-missing',
  'signature-altered',
  'payload-changed',
  'other-secret',
];

/**
 * Other requests of the operation that must be refused without a good credential. A target may refuse their parameters
 * with a good one too; then no control has succeeded, and what counts is an acceptance and the form of a refusal.
 */
export type OtherRequests = (conductor: Conductor) => Promise<readonly OperationRequest[]>;

/** An hour is beyond any tolerance of clocks; a check that compares times of day alone takes what is older. */
const expiredSince: readonly (readonly [detail: string, seconds: number])[] = [
  ['hour-ago', 3_600],
  ['day-ago', 86_400],
  ['year-ago', 31_536_000],
  // Before the first second of 1970 there is no time: `exp` is 0, which a careless reader takes for none.
  ['in-1970', Number.POSITIVE_INFINITY],
];

/** The whole credential table on one operation, under each scheme; every request carries a valid body (ruling 19). */
export function credentialChecks(
  operation: Operation,
  valid: MakeValid,
  others: OtherRequests = async () => [],
): Check[] {
  const check = (kind: string, credentials: (conductor: Conductor) => Promise<readonly Presented[]>): Check =>
    createCheck(operation, claimantOfKind(kind), async (conductor) => {
      const presented = await credentials(conductor);
      await conductCredentials(conductor, { kind, credentials: presented, valid });
      await conductOthers(conductor, kind, presented, await others(conductor));
    });
  return [
    check('none', async () => noCredential),
    check('empty', async () => emptyCredentials),
    ...alteredKinds.map((kind) => check(kind, (conductor) => alteredCredentials(conductor, kind))),
    check('expired', async (conductor) => {
      const made = await Promise.all(
        expiredSince.map(
          async ([detail, seconds]) => [detail, await conductor.credentials.expired(seconds)] as const,
        ),
      );
      // Where one is configured, and none can be made, it is the same each time.
      const each = new Map(made.flatMap(([detail, token]) => (token === undefined ? [] : [[token, detail]])));
      return [...each].flatMap(([token, detail]) =>
        underEachScheme({ kind: 'expired', ...(each.size === 1 ? {} : { detail }) }, token),
      );
    }),
    check('basic', async (conductor) => {
      const token = await conductor.credentials.token();
      return [{ kind: 'basic-with-the-accepted-jwt', headers: [['Authorization', `Basic ${token}`]] }];
    }),
  ];
}

const noCredential: readonly Presented[] = [
  { kind: 'no-credential', headers: [] },
  { kind: 'websocket-protocol-without-a-token', headers: [['Sec-WebSocket-Protocol', 'daml.ws.auth']] },
];

const emptyCredentials: readonly Presented[] = [
  { kind: 'authorization-empty', headers: [['Authorization', '']] },
  { kind: 'bearer-with-nothing-behind-it', headers: [['Authorization', 'Bearer']] },
  { kind: 'bearer-and-a-space', headers: [['Authorization', 'Bearer ']] },
  { kind: 'bearer-and-spaces', headers: [['Authorization', 'Bearer    ']] },
  ...apiKeyForms.map((form) => ({
    kind: 'websocket-protocol-with-no-token',
    detail: form,
    headers: present('api-key', '', form),
  })),
];

async function alteredCredentials(
  conductor: Conductor,
  kind: AlteredCredential['kind'],
): Promise<Presented[]> {
  const token = await conductor.credentials.token();
  if (!isJwt(token)) {
    conductor.notExercised(reasonOf('token-not-jwt'));
    return [];
  }
  return altered(token)
    .filter((credential) => credential.kind === kind)
    .flatMap(({ token: made, ...credential }) => {
      conductor.credentials.keepSecret(made, kind);
      return underEachScheme(credential, made);
    });
}

/** As Bearer, and in every form of the API key: what the target does not take as a credential is none, and refused too. */
function underEachScheme(credential: CaseKind, token: string): Presented[] {
  return [
    { ...credential, context: ['bearer'], headers: present('bearer', token) },
    ...apiKeyForms.map((form) => ({
      ...credential,
      context: ['api-key', form],
      headers: present('api-key', token, form),
    })),
  ];
}

/** Credentials of one kind that must be rejected, and the valid requests that they are sent with. */
interface CredentialTable {
  readonly kind: string;
  readonly credentials: readonly Presented[];
  readonly valid: MakeValid;
}

async function conductCredentials(conductor: Conductor, table: CredentialTable): Promise<void> {
  // A warning need not be seen in one answer of ten.
  const rounds = conductor.requirement.level === 'MUST' ? conductor.rounds(table.credentials.length) : 4;
  await Promise.all(Array.from({ length: rounds }, (_, round) => conductRound(conductor, table, round)));
}

/** Each credential with each of the other requests in turn; at quick effort with one of them. */
async function conductOthers(
  conductor: Conductor,
  kind: string,
  credentials: readonly Presented[],
  requests: readonly OperationRequest[],
): Promise<void> {
  const prepared = requests.map((request) => ({ request, control: sharedControl(request) }));
  await Promise.all(
    credentials.flatMap(({ headers, context = [], ...draft }, index) => {
      const first = prepared[index % Math.max(1, prepared.length)];
      const some = conductor.effort !== 'quick' ? prepared : first === undefined ? [] : [first];
      return some.map(({ request, control }) =>
        conductor.inCase(
          { ...draft, context: [...context, request.query ?? 'other-body'], credential: kind },
          async (builder) => {
            await control(builder);
            await builder.send('probe', request, headers);
          },
        ),
      );
    }),
  );
}

/** Two valid requests with each credential in turn, and their controls with the valid one. */
async function conductRound(
  conductor: Conductor,
  { kind, credentials, valid }: CredentialTable,
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
      return conductor.inCase(
        { ...draft, credential: kind, ...(facts === undefined ? {} : { facts }) },
        async (builder) => {
          // A configured execute body is spared: its success comes last and is the control of all (ruling 14).
          if (index === undefined) await control(builder);
          const { answer } = await builder.send('probe', request, headers);
          rememberAccepted(conductor, index, answer);
        },
      );
    }),
  );
}
