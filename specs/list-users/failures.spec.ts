import type { Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { type OddValue, unissuedTokens } from '../../generators/list-users.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { ClaimedProbe } from '../shared/requests.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';

const failures = sample(samples);
test(...checksOf('list-users')('LU-FAILURE-FORM', failures));
declareFailures('list-users', failures);

/** Failures: by credential, and by a bad page token and page size, which may be accepted too (ruling 16). */
function samples(run: Run): ClaimedProbe[] {
  const { facts, identity } = run;
  const { base64 = '', words = '' } = unissuedTokens([identity('failures')]);
  const odd = (kind: OddValue['kind'], query: string): ClaimedProbe => ({
    draft: { kind, as: requirementForKind(kind), wrong: { pointer: '', keyword: kind } },
    request: { query },
  });
  return [
    odd('odd-page-token', `${facts.pageTokenParameter}=${encodeURIComponent(base64)}`),
    odd('odd-page-size', `${facts.pageSizeParameter}=${words}`),
    ...credentialSamples(run, {}),
  ];
}
