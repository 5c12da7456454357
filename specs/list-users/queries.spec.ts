import type { Case, Run, Steps } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import {
  type OddValue,
  oddPageSizes,
  oddPageTokens,
  undecodable,
  unknownParameters,
} from '../../generators/list-users.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import { pageOf } from '../../judges/list-users/page.ts';
import { operations } from '../../schemas/openapi.ts';
import { samplingOf } from '../shared/body-faults.ts';
import { someWithHeaders } from '../shared/client-cases.ts';
import { sendOpen } from '../shared/open.ts';
import { type OddPart, oddQueries, oddQueriesOnce, sizesBeside, tokensBeside } from './odd-queries.ts';

// What the document does not specify about queries. Only the form of a failure is judged (ruling 16).
const check = checksOf('list-users');

test(
  ...check('LU-OPEN-PAGESIZE-BAD', {
    *cases(run) {
      const kind = 'odd-page-size';
      const { pageSizeParameter: name } = run.facts;
      const token = yield* tokenOf(run);
      const values = [
        ...oddPageSizes(),
        ...(token === '' ? [] : [{ kind, detail: 'page-token', value: token } as const]),
      ];
      const beside = tokensBeside(run, token);
      // Of two odd parameters, a target may tell in another form than of one.
      const both = {
        kind,
        detail: 'both-parameters',
        query: `${name}=ten&${run.facts.pageTokenParameter}=ten`,
      };
      yield* sendSomeWithHeaders(run, [
        ...oddQueries(run, [...partsOf(name, values), ...rawParts(kind, name)], beside, kind),
        ...oddQueries(run, [both], { nothing: '' }, kind),
        ...oddQueriesOnce(run, partsOf(name, naughty(kind, run)), beside, kind),
      ]);
    },
  }),
);

test(
  ...check('LU-OPEN-PAGETOKEN-BAD', {
    *cases(run) {
      const kind = 'odd-page-token';
      const { pageTokenParameter: name } = run.facts;
      const token = yield* tokenOf(run);
      const values = oddPageTokens([run.identity(kind)], token === '' ? undefined : token);
      const beside = sizesBeside(run);
      yield* sendSomeWithHeaders(run, [
        ...oddQueries(run, [...partsOf(name, values), ...rawParts(kind, name)], beside, kind),
        ...oddQueriesOnce(run, partsOf(name, naughty(kind, run)), beside, kind),
      ]);
    },
  }),
);

test(
  ...check('LU-OPEN-PARAMETER-UNKNOWN', {
    *cases(run) {
      const kind = 'unknown-parameter';
      const { pageSizeParameter: size, pageTokenParameter: token } = run.facts;
      const unknown = unknownParameters({ size, token }, [run.identity(kind)]);
      const parts = unknown.map((each) => ({ kind, ...each }));
      const beside = tokensBeside(run, yield* tokenOf(run));
      const path = `${operations[run.operation].path}?`;
      const empty = {
        kind,
        detail: 'question-mark-alone',
        wrong: { pointer: '', keyword: kind },
        request: { path },
      };
      yield* sendOpen(run, [...oddQueries(run, parts, beside, kind), empty]);
    },
  }),
);

test(...check('LU-OPEN-PAGESIZE-MAXIMUM', { cases: (run) => sendOpen(run, largeSizes(run)) }));

function largeSizes({ facts }: Run): Case[] {
  return [1_000, 10_000, 1_000_000].map((size) => ({
    kind: 'large-page-size',
    detail: String(size),
    request: { query: `${facts.pageSizeParameter}=${size}` },
  }));
}

function partsOf(parameter: string, values: readonly OddValue[]): OddPart[] {
  return values.map(({ kind, detail, value }) => ({
    kind,
    detail,
    query: `${parameter}=${encodedToken(value)}`,
  }));
}

const sendSomeWithHeaders = (run: Run, cases: readonly Case[]): Steps =>
  sendOpen(run, someWithHeaders(run, cases));

const rawParts = (kind: OddValue['kind'], parameter: string): OddPart[] => [
  ...undecodable.map(([detail, bytes]) => ({ kind, detail, query: `${parameter}=${bytes}` })),
  { kind, detail: 'name-alone', query: parameter },
];

/** The token after a page of one user; empty if there is none. */
function* tokenOf(run: Run): Steps<string> {
  const request = { query: `${run.facts.pageSizeParameter}=1` };
  const exchange = yield* run.send({ kind: 'page-for-its-token', request });
  return (exchange === undefined ? undefined : pageOf(exchange)?.next) ?? '';
}

/** Strings that break software, in place of a value; other ones in each run. An empty one is no odd value. */
function naughty(kind: OddValue['kind'], run: Run): OddValue[] {
  const { seed, ...sampling } = samplingOf(run);
  return naughtyStrings({ ...sampling, seed: `${seed}/${run.nonce}/${kind}` }, (text) => text !== '').map(
    ({ value }, at) => ({ kind, detail: `naughty string, ${at + 1}`, value }),
  );
}
