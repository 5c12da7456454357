import type { Conductor } from '../../engine/conductor.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { Steps } from '../../engine/steps.ts';
import {
  type OddValue,
  oddPageSizes,
  oddPageTokens,
  unknownParameters,
} from '../../generators/list-users.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../judges/list-users/page.ts';
import { samplingOf } from '../shared/body-faults.ts';
import { conductOpen } from '../shared/open.ts';
import { type OddPart, oddQueries, oddQueriesOnce, sizesBeside, tokensBeside } from './odd-queries.ts';

// What the document does not specify about queries. Only the form of a failure is judged (ruling 16).
const check = checksOf('list-users');

test(
  ...check('LU-OPEN-PAGESIZE-BAD', {
    *cases(conductor) {
      const kind = 'odd-page-size';
      const { pageSizeParameter: name } = conductor.facts;
      const token = yield* tokenOf(conductor);
      const values = [
        ...oddPageSizes(),
        ...(token === '' ? [] : [{ kind, detail: 'page-token', value: token } as const]),
      ];
      const beside = tokensBeside(conductor, token);
      yield* conductOpen(conductor, [
        ...oddQueries(conductor, partsOf(name, values), beside, kind),
        ...oddQueriesOnce(conductor, partsOf(name, naughty(kind, conductor)), beside, kind),
      ]);
    },
  }),
);

test(
  ...check('LU-OPEN-PAGETOKEN-BAD', {
    *cases(conductor) {
      const kind = 'odd-page-token';
      const { pageTokenParameter: name } = conductor.facts;
      const token = yield* tokenOf(conductor);
      const values = oddPageTokens([conductor.identity(kind)], token === '' ? undefined : token);
      const beside = sizesBeside(conductor);
      yield* conductOpen(conductor, [
        ...oddQueries(conductor, partsOf(name, values), beside, kind),
        ...oddQueriesOnce(conductor, partsOf(name, naughty(kind, conductor)), beside, kind),
      ]);
    },
  }),
);

test(
  ...check('LU-OPEN-PARAMETER-UNKNOWN', {
    *cases(conductor) {
      const kind = 'unknown-parameter';
      const { pageSizeParameter: size, pageTokenParameter: token } = conductor.facts;
      const unknown = unknownParameters({ size, token }, [conductor.identity(kind)]);
      const parts = unknown.map((each) => ({ kind, ...each }));
      const beside = tokensBeside(conductor, yield* tokenOf(conductor));
      yield* conductOpen(conductor, oddQueries(conductor, parts, beside, kind));
    },
  }),
);

test(
  ...check('LU-OPEN-PAGESIZE-MAXIMUM', {
    cases: (conductor) =>
      conductOpen(
        conductor,
        [1_000, 10_000, 1_000_000].map((size) => ({
          kind: 'large-page-size',
          detail: String(size),
          request: { query: `${conductor.facts.pageSizeParameter}=${size}` },
        })),
      ),
  }),
);

function partsOf(parameter: string, values: readonly OddValue[]): OddPart[] {
  return values.map(({ kind, detail, value }) => ({
    kind,
    detail,
    query: `${parameter}=${encodedToken(value)}`,
  }));
}

/** The token after a page of one user; empty if there is none. */
function* tokenOf(conductor: Conductor): Steps<string> {
  let token = '';
  yield* conductor.inCase({ kind: 'page-for-its-token' }, function* (builder) {
    const request = { query: `${conductor.facts.pageSizeParameter}=1` };
    token = pageOf(yield* builder.send('probe', request))?.next ?? '';
  });
  return token;
}

/** Strings that break software, in place of a value; other ones in each run. An empty one is no odd value. */
function naughty(kind: OddValue['kind'], conductor: Conductor): OddValue[] {
  const { seed, ...sampling } = samplingOf(conductor);
  return naughtyStrings(
    { ...sampling, seed: `${seed}/${conductor.nonce}/${kind}` },
    (text) => text !== '',
  ).map(({ value }, at) => ({ kind, detail: `naughty string, ${at + 1}`, value }));
}
