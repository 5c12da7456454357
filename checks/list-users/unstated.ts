import { type OddValue, oddPageSizes, oddPageTokens } from '../../generators/list-users.ts';
import type { Check } from '../../harness/check.ts';
import { pageOf } from '../../harness/page-parameters.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { conductListSchemes, validList } from './valid.ts';

const base = { operation: 'list-users', version: 1, judge: judgeAnswers } as const;

function odd(parameter: string, values: readonly OddValue[]): OpenRequest[] {
  return values.map(({ name, value }) => ({
    name: `${parameter}: ${name}`,
    wrong: { pointer: '', keyword: 'query', name },
    request: { query: `${parameter}=${encodeURIComponent(value)}` },
  }));
}

/** What the document leaves open in listing users: observed, the form of a failure judged (ruling 16). */
export const unstatedChecks: readonly Check[] = [
  {
    ...base,
    requirement: 'LU-OPEN-PAGESIZE-BAD',
    conduct: (conductor) => conductOpen(conductor, odd(conductor.facts.pageSizeParameter, oddPageSizes())),
  },
  {
    ...base,
    requirement: 'LU-OPEN-PAGETOKEN-BAD',
    async conduct(conductor) {
      const { pageSizeParameter, pageTokenParameter } = conductor.facts;
      let token: string | undefined;
      const first = { name: 'a page of one, for its token', request: { query: `${pageSizeParameter}=1` } };
      await conductor.inCase({ name: first.name }, async (builder) => {
        token = pageOf(await builder.send('probe', first.request))?.next;
      });
      await conductOpen(conductor, odd(pageTokenParameter, oddPageTokens(token === '' ? undefined : token)));
    },
  },
  {
    ...base,
    requirement: 'LU-OPEN-PAGESIZE-MAXIMUM',
    conduct: (conductor) =>
      conductOpen(
        conductor,
        [1_000, 10_000, 1_000_000].map((size) => ({
          name: `a page of ${size}`,
          request: { query: `${conductor.facts.pageSizeParameter}=${size}` },
        })),
      ),
  },
  ...openSchemeChecks('list-users', conductListSchemes),
  ...httpOpenChecks('list-users', validList),
];
