import type { CheckParts, Run } from '../../engine/check.ts';
import type { Lenient } from '../../engine/credentials.ts';
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
  present,
  type TokenRole,
} from '../../wire/credential.ts';
import type { BatchRequest } from './batch.ts';
import { type MakeValid, sendProbes } from './requests.ts';

/** A credential of a case, as headers, and its kind, which a requirement claims. */
export interface Presented extends CaseKind {
  readonly headers: readonly Header[];
  readonly credential: string;
}

/** As Bearer and in every form of the API key: a form that the target does not support must be rejected too. */
export function underEachScheme(
  { context = [], ...made }: CaseKind & Pick<Presented, 'credential'>,
  token: TokenRole,
): Presented[] {
  return [
    { ...made, context: ['bearer', ...context], headers: present('bearer', token) },
    ...apiKeyForms.map((form) => ({
      ...made,
      context: ['api-key', form, ...context],
      headers: present('api-key', token, form),
    })),
  ];
}

/**
 * The credentials of the catalogue that the requirement of the check claims. A soak sends all of them on each operation. Otherwise each
 * operation gets its share, so that each is sent on one operation; at quick effort only as Bearer.
 */
export function lenientPresented(run: Run): Presented[] {
  const { id } = run.requirement;
  const listed = lenienciesOf('credential').filter(({ keyword }) => requirementForKind(keyword) === id);
  const all = run.credentials.lenient(listed);
  const bearerOnly = run.requirement.level === 'OPEN' || run.effort === 'quick';
  return shareOf(run, all).flatMap((each) => presentedAs(run, each, bearerOnly));
}

/** Requests of a soak with every credential of the catalogue that must be rejected. */
export function lenientRequests(run: Run, valid: MakeValid): BatchRequest[] {
  const listed = lenienciesOf('credential').filter(({ keyword }) => !observedKeywords.includes(keyword));
  const all = run.credentials.lenient(listed);
  return all.flatMap((each, index) => {
    const { request, facts } = valid(run, index);
    return presentedAs(run, each, false).map(({ headers, context = [], ...kind }) => ({
      draft: { ...kind, context: [...context, 'soak'], as: requirementForKind(kind.credential), facts },
      request,
      credential: headers,
      needsControl: true,
    }));
  });
}

function shareOf<T>(run: Run, all: readonly T[]): readonly T[] {
  const { effort, operation, requirement, seed } = run;
  if (effort === 'soak' || all.length === 0) return all;
  // What is observed stays where it is, so that two runs can be compared.
  const start = requirement.level === 'OPEN' ? 0 : seedOf(seed, 'leniencies', requirement.id) >>> 0;
  const place = operationStems.indexOf(operation);
  const share = all.filter((_, at) => (at + start) % operationStems.length === place);
  return share.length > 0 ? share : all.slice(place % all.length, (place % all.length) + 1);
}

function presentedAs(
  run: Run,
  { leniency, detail, sent, isOneProtocol, isBearer }: Lenient,
  bearerOnly: boolean,
): Presented[] {
  const { apiKeyForm } = run.facts;
  const made = { kind: leniency.id, credential: leniency.keyword, detail };
  const token: LenientRole = { token: 'lenient', leniency: leniency.id, detail };
  if (sent === 'authorization') {
    const whole = isBearer ? ({ ...token, scheme: 'bearer' } as const) : token;
    return [{ ...made, context: ['bearer'], headers: [['Authorization', whole]] }];
  }
  const asBearer: Presented = { ...made, context: ['bearer'], headers: present('bearer', token) };
  if (bearerOnly || apiKeyForm === null || !isOneProtocol) return [asBearer];
  return [
    asBearer,
    { ...made, context: ['api-key', apiKeyForm], headers: present('api-key', token, apiKeyForm) },
  ];
}

/** What is only observed of the credentials of the catalogue. */
const observedKeywords = requirements
  .filter(({ level }) => level === 'OPEN')
  .flatMap(({ kinds = [] }) => kinds);

/** Sends the credentials that the requirement of the check claims with valid requests; nothing must be rejected (rulings 32 and 33). */
export function observedCredentials(valid: MakeValid): CheckParts {
  return {
    *cases(run) {
      const presented = lenientPresented(run);
      if (presented.length === 0) explain(run);
      yield* sendProbes(
        run,
        presented.map(({ headers, ...kind }, index) => {
          const { request, facts } = valid(run, index);
          return { draft: facts === undefined ? kind : { ...kind, facts }, request, credential: headers };
        }),
      );
    },
  };
}

function explain(run: Run): void {
  const { credentials } = run;
  if (!credentials.isJwt) run.notExercised(reasonOf('token-not-jwt'));
  else if (!credentials.canSign) run.notExercised(reasonOf('no-signing-key'));
}
