import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { seedOf } from '../../generators/seeding.ts';
import { reasonOf } from '../../journal/reason.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor, Lenient } from '../../session/conductor.ts';
import { type LenientRole, present } from '../../wire/credential.ts';
import type { BatchRequest } from './batch.ts';
import { createCheck } from './check.ts';
import type { Presented } from './presented.ts';
import { sendProbes } from './probe.ts';
import type { MakeValid } from './valid-request.ts';

/**
 * The credentials of the catalogue that a requirement claims. A soak sends all of them on each operation. Otherwise each
 * operation gets its share, so that each is sent on one operation; at quick effort only as Bearer.
 */
export function lenientPresented(conductor: Conductor, requirement: string): Presented[] {
  const listed = lenienciesOf('credential').filter(({ keyword }) => claimantOfKind(keyword) === requirement);
  const all = conductor.credentials.lenient(listed);
  const bearerOnly = conductor.requirement.level === 'OPEN' || conductor.effort === 'quick';
  return shareOf(conductor, all).flatMap((each) => presentedAs(conductor, each, bearerOnly));
}

/** Requests of a soak with every credential of the catalogue that must be rejected. */
export function lenientRequests(conductor: Conductor, valid: MakeValid): BatchRequest[] {
  const listed = lenienciesOf('credential').filter(({ keyword }) => !observedKeywords.includes(keyword));
  const all = conductor.credentials.lenient(listed);
  return all.flatMap((each, index) => {
    const { request, facts } = valid(conductor, index);
    return presentedAs(conductor, each, false).map(({ headers, context = [], ...kind }) => ({
      draft: { ...kind, context: [...context, 'soak'], as: claimantOfKind(kind.credential), facts },
      request,
      credential: headers,
      needsControl: true,
    }));
  });
}

function shareOf<T>(conductor: Conductor, all: readonly T[]): readonly T[] {
  const { effort, operation, requirement, seed } = conductor;
  if (effort === 'soak' || all.length === 0) return all;
  // What is observed stays where it is, so that two runs can be compared.
  const start = requirement.level === 'OPEN' ? 0 : seedOf(seed, 'leniencies', requirement.id) >>> 0;
  const place = operationStems.indexOf(operation);
  const share = all.filter((_, at) => (at + start) % operationStems.length === place);
  return share.length > 0 ? share : all.slice(place % all.length, (place % all.length) + 1);
}

function presentedAs(
  conductor: Conductor,
  { leniency, detail, sent, isProtocolName, isBearer }: Lenient,
  bearerOnly: boolean,
): Presented[] {
  const { apiKeyForm } = conductor.facts;
  const made = { kind: leniency.id, credential: leniency.keyword, detail };
  const token: LenientRole = { token: 'lenient', leniency: leniency.id, detail };
  if (sent === 'authorization') {
    const whole = isBearer ? ({ ...token, scheme: 'bearer' } as const) : token;
    return [{ ...made, context: ['bearer'], headers: [['Authorization', whole]] }];
  }
  const asBearer: Presented = { ...made, context: ['bearer'], headers: present('bearer', token) };
  if (bearerOnly || apiKeyForm === null || !isProtocolName) return [asBearer];
  return [
    asBearer,
    { ...made, context: ['api-key', apiKeyForm], headers: present('api-key', token, apiKeyForm) },
  ];
}

/** Requirements by which credentials of the catalogue are only observed, and what they claim. */
const observed = requirements.filter(
  ({ level, claims = [] }) =>
    level === 'OPEN' && lenienciesOf('credential').some(({ keyword }) => claims.includes(keyword)),
);
const observedKeywords = observed.flatMap(({ claims = [] }) => claims);

/** Observes how the target treats credentials that the document leaves open (rulings 32 and 33). */
export function openCredentialChecks(operation: Operation, valid: MakeValid): Check[] {
  return observed.map(({ id }) =>
    createCheck(operation, id, async (conductor) => {
      const presented = lenientPresented(conductor, id);
      if (presented.length === 0) explain(conductor);
      await sendProbes(
        conductor,
        presented.map(({ headers, ...kind }, index) => {
          const { request, facts } = valid(conductor, index);
          return { draft: facts === undefined ? kind : { ...kind, facts }, request, credential: headers };
        }),
      );
    }),
  );
}

function explain(conductor: Conductor): void {
  const { credentials } = conductor;
  if (!credentials.isJwt) conductor.notExercised(reasonOf('token-not-jwt'));
  else if (!credentials.canSign) conductor.notExercised(reasonOf('no-signing-key'));
}
