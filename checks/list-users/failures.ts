import { type OddValue, unissuedTokens } from '../../generators/list-users.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { ClaimedProbe } from '../conduct/probe.ts';
import { credentialSamples, failureRequirements, sampleChecks } from '../conduct/sample.ts';

/** Failures: by credential, and by a bad page token and page size, which may be accepted too (ruling 16). */
function samples(conductor: Conductor): ClaimedProbe[] {
  const { facts, identity } = conductor;
  const { base64 = '', words = '' } = unissuedTokens([identity('failures')]);
  const odd = (kind: OddValue['kind'], query: string): ClaimedProbe => ({
    draft: { kind, as: claimantOfKind(kind), wrong: { pointer: '', keyword: kind } },
    request: { query },
  });
  return [
    odd('odd-page-token', `${facts.pageTokenParameter}=${encodeURIComponent(base64)}`),
    odd('odd-page-size', `${facts.pageSizeParameter}=${words}`),
    ...credentialSamples(conductor, {}),
  ];
}

export const failureChecks = sampleChecks('list-users', ['LU-FAILURE-FORM', ...failureRequirements], samples);
