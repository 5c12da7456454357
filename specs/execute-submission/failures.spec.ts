import type { Conductor } from '../../engine/conductor.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { ClaimedProbe } from '../shared/requests.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { asRequest, bodyAt } from './bodies.ts';

const failures = sample(samples);

test(...checksOf('execute-submission')('EX-FAILURE-FORM', failures));
declareFailures('execute-submission', failures);

/** Failures always have the error object, even for bodies that cannot be decoded (ruling 14). */
function samples(conductor: Conductor): ClaimedProbe[] {
  const { body, facts } = bodyAt(conductor, 0);
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
      request: { body: Buffer.from(textFrom([conductor.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5)) },
    },
    {
      draft: sampled('missing', 'EX-REQ-SUBMISSIONID', '/submissionId', 'required'),
      request: asRequest(without),
    },
    ...credentialSamples(conductor, asRequest(body)).map((sample) => ({
      ...sample,
      draft: { ...sample.draft, facts },
    })),
  ];
}
