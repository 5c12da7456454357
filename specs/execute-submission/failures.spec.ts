import type { Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { ClaimedProbe } from '../shared/requests.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { asRequest, bodyAt } from './bodies.ts';

const failures = sample(samples);

test(...checksOf('execute-submission')('EX-FAILURE-FORM', failures));
declareFailures('execute-submission', failures);

/** Failures always have the error object, even for bodies that cannot be decoded (ruling 14). */
function samples(run: Run): ClaimedProbe[] {
  const { body, facts } = bodyAt(run, 0);
  const { submissionId: _left, ...without } = body;
  const sampled = (kind: string, as: string, pointer: string, keyword: string): ClaimedProbe['draft'] => ({
    kind,
    as,
    facts,
    wrong: { pointer, keyword },
  });
  return [
    {
      draft: sampled('plain-text', 'EX-BODY', '', 'json'),
      request: { body: Buffer.from(textFrom([run.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5)) },
    },
    {
      draft: sampled('missing', 'EX-REQ-SUBMISSIONID', '/submissionId', 'required'),
      request: asRequest(without),
    },
    ...credentialSamples(run, asRequest(body)).map((sample) => ({
      ...sample,
      draft: { ...sample.draft, facts },
    })),
  ];
}
