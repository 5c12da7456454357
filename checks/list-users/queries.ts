import {
  type OddValue,
  oddPageSizes,
  oddPageTokens,
  unknownParameters,
} from '../../generators/list-users.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../preflight/page-parameters.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { extentOf } from '../conduct/claimed-faults.ts';
import { conductOpen } from '../conduct/open.ts';
import { type OddPart, oddQueries, oddQueriesOnce, sizesBeside, tokensBeside } from './odd-queries.ts';

function partsOf(parameter: string, values: readonly OddValue[]): OddPart[] {
  return values.map(({ kind, detail, value }) => ({
    kind,
    detail,
    query: `${parameter}=${encodedToken(value)}`,
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

/** Strings that break software, in place of a value; other ones in each run. An empty one is no odd value. */
function naughty(kind: OddValue['kind'], conductor: Conductor): OddValue[] {
  const { seed, ...extent } = extentOf(conductor);
  return naughtyStrings({ ...extent, seed: `${seed}/${conductor.nonce}/${kind}` }, (text) => text !== '').map(
    ({ value }, at) => ({ kind, detail: `naughty string, ${at + 1}`, value }),
  );
}

/** What the document leaves open about queries: observed, with the form of failures judged (ruling 16). */
export const queryChecks: readonly Check[] = [
  createCheck('list-users', claimantOfKind('odd-page-size'), async (conductor) => {
    const kind = 'odd-page-size';
    const { pageSizeParameter: name } = conductor.facts;
    const token = await tokenOf(conductor);
    const values = [
      ...oddPageSizes(),
      ...(token === '' ? [] : [{ kind, detail: 'page-token', value: token } as const]),
    ];
    const beside = tokensBeside(conductor, token);
    await conductOpen(conductor, [
      ...oddQueries(conductor, partsOf(name, values), beside, kind),
      ...oddQueriesOnce(conductor, partsOf(name, naughty(kind, conductor)), beside, kind),
    ]);
  }),
  createCheck('list-users', claimantOfKind('odd-page-token'), async (conductor) => {
    const kind = 'odd-page-token';
    const { pageTokenParameter: name } = conductor.facts;
    const token = await tokenOf(conductor);
    const values = oddPageTokens([conductor.identity(kind)], token === '' ? undefined : token);
    const beside = sizesBeside(conductor);
    await conductOpen(conductor, [
      ...oddQueries(conductor, partsOf(name, values), beside, kind),
      ...oddQueriesOnce(conductor, partsOf(name, naughty(kind, conductor)), beside, kind),
    ]);
  }),
  createCheck('list-users', claimantOfKind('unknown-parameter'), async (conductor) => {
    const kind = 'unknown-parameter';
    const { pageSizeParameter: size, pageTokenParameter: token } = conductor.facts;
    const unknown = unknownParameters({ size, token }, [conductor.identity(kind)]);
    const parts = unknown.map((each) => ({ kind, ...each }));
    const beside = tokensBeside(conductor, await tokenOf(conductor));
    await conductOpen(conductor, oddQueries(conductor, parts, beside, kind));
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
];
