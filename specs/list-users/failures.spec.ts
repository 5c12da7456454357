import type { Case, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { unissuedTokens } from '../../generators/list-users.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { oddCase } from './odd-queries.ts';
import { validList } from './traffic.ts';

const failures = sample(samples);
test(...checksOf('list-users')('LU-FAILURE-FORM', failures));
declareFailures('list-users', failures);

/** Failures: by credential, and by a bad page token and page size, which may be accepted too (ruling 16). */
function samples(run: Run): Case[] {
  const { facts, identity } = run;
  const { base64 = '', words = '' } = unissuedTokens([identity('failures')]);
  return [
    oddCase('odd-page-token', `${facts.pageTokenParameter}=${encodeURIComponent(base64)}`),
    oddCase('odd-page-size', `${facts.pageSizeParameter}=${words}`),
    ...credentialSamples(run, validList(run, 0)),
  ];
}
