import type { Operation } from '../../requirements/requirement.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { apiKeyForms, present } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { createCheck, inRounds } from './check.ts';
import { sendProbes } from './probe.ts';
import type { MakeValid } from './valid-request.ts';

/** A valid credential under a scheme, in one of its spellings. */
export interface SchemeCase extends CaseKind {
  readonly credential: readonly HeaderPair[];
}

/** Sends valid requests of an operation with the given credentials. */
export type ConductSchemes = (conductor: Conductor, cases: readonly SchemeCase[]) => Promise<void>;

function check(
  operation: Operation,
  requirement: string,
  conduct: ConductSchemes,
  cases: (token: string, conductor: Conductor) => readonly SchemeCase[],
): Check {
  return createCheck(operation, requirement, async (conductor) => {
    const listed = cases(await conductor.credentials.token(), conductor);
    const isOpen = conductor.requirement.level === 'OPEN';
    await conduct(conductor, isOpen ? listed : inRounds(conductor, () => listed));
  });
}

/** Sends valid requests, each with its own credential. */
export function sendValid(valid: MakeValid): ConductSchemes {
  return (conductor, cases) =>
    sendProbes(
      conductor,
      cases.map(({ credential, ...kind }, index) => {
        const { request, facts } = valid(conductor, index);
        return { draft: facts === undefined ? kind : { ...kind, facts }, request, credential };
      }),
    );
}

/** Both schemes are accepted on every operation (rulings 20 and 21). */
export function schemeChecks(operation: Operation, conduct: ConductSchemes): Check[] {
  return [
    check(operation, 'AUTH-BEARER', conduct, (token) => [
      { kind: 'authorization-bearer', credential: present('bearer', token) },
    ]),
    // If no form worked before the run, each is tried again, so that the failure is in the journal.
    check(operation, 'AUTH-APIKEY', conduct, (token, { facts }) =>
      (facts.apiKeyForm === null ? apiKeyForms : [facts.apiKeyForm]).map((form) => ({
        kind: 'websocket-protocol-alone',
        detail: form,
        credential: present('api-key', token, form),
      })),
    ),
  ];
}

/** Spellings that the document leaves open. */
export function openSchemeChecks(operation: Operation, valid: MakeValid): Check[] {
  const conduct = sendValid(valid);
  return [
    check(operation, 'AUTH-OPEN-SCHEME-CASE', conduct, (token) =>
      ['bearer', 'BEARER', 'BeArEr'].map((word) => ({
        kind: 'scheme-written',
        detail: word,
        credential: [['Authorization', `${word} ${token}`]],
      })),
    ),
    check(operation, 'AUTH-OPEN-APIKEY-FORM', conduct, (token, { facts }) =>
      apiKeyForms
        .filter((form) => form !== facts.apiKeyForm)
        .map((form) => ({
          kind: 'other-websocket-protocol',
          detail: form,
          credential: present('api-key', token, form),
        })),
    ),
  ];
}
