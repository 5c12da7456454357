import { type OddValue, oddPageSizes, oddPageTokens } from '../../generators/list-users.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../preflight/page-parameters.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { extentOf } from '../conduct/claimed-faults.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { validList } from './valid.ts';

function odd(parameter: string, values: readonly OddValue[]): OpenRequest[] {
  return values.map(({ kind, detail, value }) => ({
    kind,
    detail,
    wrong: { pointer: '', keyword: kind },
    request: { query: `${parameter}=${encodeURIComponent(value)}` },
  }));
}

/** The token after a page of one user; empty if there is none. */
async function tokenOf(conductor: Conductor): Promise<string> {
  let token = '';
  await conductor.inCase({ kind: 'page-for-its-token' }, async (builder) => {
    const request = { query: `${conductor.facts.pageSizeParameter}=1` };
    token = pageOf(await builder.send('probe', request))?.next ?? '';
  });
  return token;
}

/** Strings that break software, in place of a value. An empty one is no odd value. */
function naughty(kind: OddValue['kind'], conductor: Conductor): OddValue[] {
  const extent = extentOf(conductor);
  return naughtyStrings({ ...extent, seed: `${extent.seed}/${kind}` }, (text) => text !== '').map(
    ({ name, value }) => ({ kind, detail: name, value }),
  );
}

/** What the document leaves open in listing users: observed, with the form of failures judged (ruling 16). */
export const unstatedChecks: readonly Check[] = [
  createCheck('list-users', claimantOfKind('odd-page-size'), async (conductor) => {
    const { pageSizeParameter: size, pageTokenParameter: token } = conductor.facts;
    await conductOpen(conductor, odd(size, [...oddPageSizes(), ...naughty('odd-page-size', conductor)]));
    const next = await tokenOf(conductor);
    if (next === '') return;
    const beside = odd(size, oddPageSizes()).map((each) => ({
      ...each,
      context: ['beside-a-page-token'],
      request: { query: `${each.request.query}&${token}=${encodedToken(next)}` },
    }));
    await conductOpen(conductor, beside);
  }),
  createCheck('list-users', claimantOfKind('odd-page-token'), async (conductor) => {
    const token = await tokenOf(conductor);
    const values = oddPageTokens([conductor.identity('odd-page-token')], token === '' ? undefined : token);
    const all = [...values, ...naughty('odd-page-token', conductor)];
    await conductOpen(conductor, odd(conductor.facts.pageTokenParameter, all));
  }),
  createCheck('list-users', claimantOfKind('large-page-size'), (conductor) =>
    conductOpen(
      conductor,
      [1_000, 10_000, 1_000_000].map((size) => ({
        kind: 'large-page-size',
        detail: String(size),
        request: { query: `${conductor.facts.pageSizeParameter}=${size}` },
      })),
    ),
  ),
  ...openSchemeChecks('list-users', validList),
  ...httpOpenChecks('list-users', validList),
];
