import type { Operation } from '../../requirements/requirement.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
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
import { createCheck, inRounds } from './check.ts';
import { openCredentialChecks } from './lenient-credentials.ts';
import { type ConductSchemes, type SchemeCase, sameConnectionChecks } from './same-connection.ts';
import type { MakeValid } from './valid-request.ts';

function check(
  operation: Operation,
  requirement: string,
  conduct: ConductSchemes,
  cases: (conductor: Conductor) => readonly SchemeCase[],
): Check {
  return createCheck(operation, requirement, async (conductor) => {
    const listed = cases(conductor);
    const isOpen = conductor.requirement.level === 'OPEN';
    await conduct(conductor, isOpen ? listed : inRounds(conductor, () => listed));
  });
}

/** Sends valid requests, each with its own credential. */
export function sendValid(valid: MakeValid): ConductSchemes {
  return async (conductor, cases) => {
    await Promise.all(
      cases.map(({ credential, around, ...kind }, index) => {
        const { request, facts } = valid(conductor, index);
        const send = (connection?: Line): Promise<void> =>
          conductor.inCase({ ...kind, facts }, async (builder) => {
            await builder.send(
              'probe',
              connection === undefined ? request : { ...request, connection },
              credential,
            );
          });
        return around === undefined ? send() : around(send);
      }),
    );
  };
}

/** Lifetimes of other valid tokens, in seconds; one with a long lifetime may be rejected (ruling 19). */
const lifetimes: readonly number[] = [20, 45, 110];

/** Other valid tokens, some of them in the last minute of their life. */
function freshTokens(
  { credentials }: Conductor,
  presented: (token: TokenRole) => readonly Header[],
): SchemeCase[] {
  if (!credentials.canSign || !credentials.isJwt) return [];
  return lifetimes.map((lifetimeSeconds) => ({
    kind: 'fresh-token',
    detail: `valid for ${lifetimeSeconds} s`,
    credential: presented({ token: 'fresh', lifetimeSeconds }),
  }));
}

function formsTried({ facts }: Conductor): readonly ApiKeyForm[] {
  return facts.apiKeyForm === null ? apiKeyForms : [facts.apiKeyForm];
}

function tokensInForm(conductor: Conductor, form: ApiKeyForm | null): SchemeCase[] {
  return form === null ? [] : freshTokens(conductor, (other) => present('api-key', other, form));
}

/** Both schemes are accepted on every operation, on any connection (rulings 20, 21 and 33). */
export function schemeChecks(operation: Operation, conduct: ConductSchemes, valid: MakeValid): Check[] {
  return [
    check(operation, 'AUTH-BEARER', conduct, (conductor) => [
      { kind: 'authorization-bearer', credential: 'bearer' },
      ...freshTokens(conductor, (other) => present('bearer', other)),
    ]),
    // If no form worked before the run, each is tried again, so that the failure is in the journal.
    check(operation, 'AUTH-APIKEY', conduct, (conductor) => [
      ...formsTried(conductor).map(
        (form): SchemeCase => ({
          kind: 'websocket-protocol-alone',
          detail: form,
          credential: form === conductor.facts.apiKeyForm ? 'api-key' : present('api-key', validToken, form),
        }),
      ),
      ...tokensInForm(conductor, conductor.facts.apiKeyForm),
    ]),
    ...sameConnectionChecks(operation, conduct, valid),
  ];
}

/** Spellings that the document leaves open. */
export function openSchemeChecks(operation: Operation, valid: MakeValid): Check[] {
  const conduct = sendValid(valid);
  return [
    check(operation, 'AUTH-OPEN-SCHEME-CASE', conduct, () =>
      ['bearer', 'BEARER', 'BeArEr'].map((word) => ({
        kind: 'scheme-written',
        detail: word,
        credential: [['Authorization', `${word} `, validToken]],
      })),
    ),
    check(operation, 'AUTH-OPEN-APIKEY-FORM', conduct, ({ facts }) =>
      apiKeyForms
        .filter((form) => form !== facts.apiKeyForm)
        .map((form) => ({
          kind: 'other-websocket-protocol',
          detail: apiKeyText(form),
          credential: present('api-key', validToken, form),
        })),
    ),
    ...openCredentialChecks(operation, valid),
  ];
}
