import { textFrom } from '../../generators/seeding.ts';
import type { Conductor } from '../../session/conductor.ts';
import { plainRequest } from '../../session/plain-request.ts';
import type { ClaimedProbe } from '../conduct/probe.ts';
import { credentialSamples, failureRequirements, sampleChecks } from '../conduct/sample.ts';
import { asRequest } from './bodies.ts';
import { validGenerate } from './valid.ts';

/** Failures of both forms: a text/plain 400 for an invalid body, the error object for everything else. */
function samples(conductor: Conductor): ClaimedProbe[] {
  const { request } = validGenerate(conductor, 0);
  const unknown = plainRequest('generate-topology', null, conductor.identity('unknown'));
  return [
    {
      draft: sampled('unknown-synchronizer', 'GT-SYNC-UNKNOWN', '/synchronizer', 'unknown-synchronizer'),
      request: unknown,
    },
    {
      draft: sampled('plain-text', 'GT-BODY', '', 'json'),
      request: { body: Buffer.from(textFrom([conductor.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5)) },
    },
    {
      draft: sampled('empty-object', 'GT-REQ-SYNCHRONIZER', '/synchronizer', 'required'),
      request: asRequest({}),
    },
    ...credentialSamples(conductor, request),
  ];
}

function sampled(kind: string, as: string, pointer: string, keyword: string): ClaimedProbe['draft'] {
  return { kind, as, wrong: { pointer, keyword } };
}

export const failureChecks = sampleChecks(
  'generate-topology',
  ['GT-FAILURE-TEXT', 'GT-FAILURE-FORM', 'GT-TEXT-NONEMPTY', ...failureRequirements],
  samples,
);
