import type { Conductor } from '../../session/conductor.ts';
import { credentialSamples, failureRequirements, type Sample, sampleChecks } from '../conduct/sample.ts';

/** Failures: by credential, and by a page token and a page size that no server gave; those may also be taken (ruling 16). */
function samples({ facts }: Conductor): Sample[] {
  const odd = (name: string, as: string, query: string): Sample => ({
    draft: { name, as, wrong: { pointer: '', keyword: 'query', name } },
    request: { query },
  });
  return [
    odd(
      'a page token that no page gave',
      'LU-OPEN-PAGETOKEN-BAD',
      `${facts.pageTokenParameter}=not-a-page-token`,
    ),
    odd('a page size that is no number', 'LU-OPEN-PAGESIZE-BAD', `${facts.pageSizeParameter}=abc`),
    ...credentialSamples({}),
  ];
}

export const failureChecks = sampleChecks('list-users', ['LU-FAILURE-FORM', ...failureRequirements], samples);
