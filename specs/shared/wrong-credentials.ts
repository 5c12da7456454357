import type { Case, CheckParts, Run } from '../../engine/check.ts';
import type { Altered, Lenient } from '../../engine/credentials.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { seedOf } from '../../generators/seeding.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import { reasonOf } from '../../journal/reason.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { operationStems } from '../../schemas/openapi.ts';
import {
  apiKeyForms,
  type Header,
  type LenientRole,
  type Part,
  present,
  type Scheme,
  type TokenRole,
} from '../../wire/credential.ts';
import { inContext, laidOver, type MakeValid, sendAll } from './cases.ts';

/** Kinds of credentials derived from the accepted token (ruling 19). */
export const alteredKinds: readonly Altered['kind'][] = [
  'not-a-jwt',
  'alg-none',
  'signature-missing',
  'signature-altered',
  'payload-changed',
  'other-secret',
];

/** Which credential a case has; requirements claim its kind. */
export type CredentialKind = CaseKind & { readonly credential: string };

/** A case with these headers in place of the valid credential, to be laid over a valid request. */
export function withCredential(kind: CredentialKind, headers: readonly Header[]): Case {
  return { ...kind, as: requirementForKind(kind.credential), request: { credential: headers } };
}

export const noCredential: Case = withCredential({ kind: 'no-credential', credential: 'none' }, []);

const emptyBearer: Case = withCredential({ kind: 'bearer-with-nothing-behind-it', credential: 'empty' }, [
  ['Authorization', 'Bearer'],
]);

/** The headers of a token under a scheme, as an API key in the form that the target takes. */
export function headersUnder({ facts }: Pick<Run, 'facts'>, scheme: Scheme, token: Part): readonly Header[] {
  return present(scheme, token, facts.apiKeyForm ?? 'jwt.token.');
}

/** A case with this token in place of the valid one, under a scheme. */
export function withToken(run: Run, kind: CredentialKind, token: TokenRole, scheme: Scheme): Case {
  const { context = [] } = kind;
  return withCredential({ ...kind, context: [scheme, ...context] }, headersUnder(run, scheme, token));
}

/** The same under both schemes. */
function underBoth(run: Run, kind: CredentialKind, token: TokenRole): Case[] {
  return (['bearer', 'api-key'] as const).map((scheme) => withToken(run, kind, token, scheme));
}

/** As Bearer and in every form of the API key: a form that the target does not support must be rejected too. */
export function underEachScheme(kind: CredentialKind, token: TokenRole): Case[] {
  return [
    withCredential({ ...kind, context: ['bearer'] }, present('bearer', token)),
    ...apiKeyForms.map((form) =>
      withCredential({ ...kind, context: ['api-key', form] }, present('api-key', token, form)),
    ),
  ];
}

/** The accepted token with a wrong signature, under both schemes; none if it is no JWT. */
export function forged(run: Run): Case[] {
  const wrong = run.credentials.altered().find(({ kind }) => kind === 'signature-altered');
  if (wrong === undefined) return [];
  const { kind } = wrong;
  return underBoth(run, { kind, credential: kind }, { token: 'altered', ...wrong });
}

/** Every kind of credential that must be rejected, under both schemes, with different alterations in each round. */
export function refusedCredentials(
  run: Run,
  valid: MakeValid,
  context: 'mixed-traffic' | 'soak' = 'mixed-traffic',
): (round: number) => Case[] {
  const { expired } = run.credentials;
  const all = run.credentials.altered();
  return (round) => {
    const { request, facts } = valid(run, round);
    const cases = [
      noCredential,
      emptyBearer,
      ...(expired === undefined ? [] : underBoth(run, { kind: 'expired', credential: 'expired' }, expired)),
      ...alteredKinds.flatMap((kind) => {
        const some = all.filter((each) => each.kind === kind);
        const one = some[round % Math.max(1, some.length)];
        return one === undefined
          ? []
          : underBoth(run, { ...one, credential: kind }, { token: 'altered', ...one });
      }),
    ];
    return cases.map((each) => refused(inContext(laidOver({ request, facts }, each), context)));
  };
}

const refused = (each: Case): Case => ({ ...each, expected: 'rejection' });

/**
 * The credentials of the catalogue that the requirement of the check claims. A soak sends all of them on each operation. Otherwise each
 * operation gets its share, which has one of each leniency; at quick effort only as Bearer.
 */
export function lenientCredentials(run: Run): Case[] {
  const { id } = run.requirement;
  const listed = lenienciesOf('credential').filter(({ keyword }) => requirementForKind(keyword) === id);
  const bearerOnly = run.effort === 'quick';
  return shareOf(run, run.credentials.lenient(listed)).flatMap((each) => asCases(run, each, bearerOnly));
}

/** Requests of a soak with every credential of the catalogue that must be rejected. */
export function allLenientCredentials(run: Run, valid: MakeValid): Case[] {
  const listed = lenienciesOf('credential').filter(({ keyword }) => !observedKeywords.includes(keyword));
  return run.credentials.lenient(listed).flatMap((each, index) => {
    const { request, facts } = valid(run, index);
    return asCases(run, each, false).map((one) =>
      refused(inContext(laidOver({ request, facts }, one), 'soak')),
    );
  });
}

function shareOf({ effort, operation, requirement, seed }: Run, all: readonly Lenient[]): readonly Lenient[] {
  if (effort === 'soak') return all;
  // What is observed stays where it is, so that two runs can be compared.
  const start = requirement.level === 'OPEN' ? 0 : seedOf(seed, 'leniencies', requirement.id) >>> 0;
  const turn = start + operationStems.length - operationStems.indexOf(operation);
  return all.filter(({ leniency }, at) => {
    const first = all.findIndex((each) => each.leniency === leniency);
    const count = all.filter((each) => each.leniency === leniency).length;
    // Of few, each operation has one.
    return (at - first + turn) % Math.min(count, operationStems.length) === 0;
  });
}

/** The token that a leniency makes of the valid one. */
export function lenientToken({ leniency, detail }: Lenient): LenientRole {
  return { token: 'lenient', leniency: leniency.id, detail };
}

function asCases({ facts: { apiKeyForm } }: Run, lenient: Lenient, bearerOnly: boolean): Case[] {
  const { leniency, detail, sent, isOneProtocol, isBearer } = lenient;
  const kind = { kind: leniency.id, credential: leniency.keyword, detail };
  const bearer = { ...kind, context: ['bearer'] };
  const token = lenientToken(lenient);
  if (sent === 'authorization') {
    const whole = isBearer ? ({ ...token, scheme: 'bearer' } as const) : token;
    return [withCredential(bearer, [['Authorization', whole]])];
  }
  const asBearer = withCredential(bearer, present('bearer', token));
  if (bearerOnly || apiKeyForm === null || !isOneProtocol) return [asBearer];
  const asKey = { ...kind, context: ['api-key', apiKeyForm] };
  return [asBearer, withCredential(asKey, present('api-key', token, apiKeyForm))];
}

/** What is only observed of the credentials of the catalogue. */
const observedKeywords = requirements
  .filter(({ level }) => level === 'OPEN')
  .flatMap(({ kinds = [] }) => kinds);

/** Sends the credentials that the requirement of the check claims with valid requests; nothing must be rejected (rulings 32 and 33). */
export function observedCredentials(valid: MakeValid): CheckParts {
  return {
    *cases(run) {
      const cases = lenientCredentials(run).map((each, index) => {
        const { request, facts } = valid(run, index);
        return laidOver({ request, facts }, each);
      });
      if (cases.length === 0) explain(run);
      yield* sendAll(run, cases);
    },
  };
}

function explain(run: Run): void {
  const { isJwt, canSign } = run.credentials;
  if (!isJwt) run.notExercised(reasonOf('token-not-jwt'));
  else if (!canSign) run.notExercised(reasonOf('no-signing-key'));
}
