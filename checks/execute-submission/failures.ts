import { textFrom } from '../../generators/seeding.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { ClaimedProbe } from '../conduct/probe.ts';
import { credentialSamples, failureRequirements, sampleChecks } from '../conduct/sample.ts';
import { asRequest, bodyAt } from './bodies.ts';

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

export const failureChecks = sampleChecks(
  'execute-submission',
  ['EX-FAILURE-FORM', ...failureRequirements],
  samples,
);
