import type { Run } from '../../engine/check.ts';
import { plainRequest } from '../../engine/plain-request.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { ClaimedProbe } from '../shared/requests.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { asRequest } from './bodies.ts';
import { validGenerate } from './valid.ts';

const check = checksOf('generate-topology');
const failures = sample(samples);

test(...check('GT-FAILURE-TEXT', failures));
test(...check('GT-FAILURE-FORM', failures));
test(...check('GT-TEXT-NONEMPTY', failures));
declareFailures('generate-topology', failures);

/** Failures of both forms: a text/plain 400 for an invalid body, the error object for everything else. */
function samples(run: Run): ClaimedProbe[] {
  const { request } = validGenerate(run, 0);
  const unknown = plainRequest('generate-topology', null, run.identity('unknown'));
  return [
    {
      draft: sampled('unknown-synchronizer', 'GT-SYNC-UNKNOWN', '/synchronizer', 'unknown-synchronizer'),
      request: unknown,
    },
    {
      draft: sampled('plain-text', 'GT-BODY', '', 'json'),
      request: { body: Buffer.from(textFrom([run.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5)) },
    },
    {
      draft: sampled('empty-object', 'GT-REQ-SYNCHRONIZER', '/synchronizer', 'required'),
      request: asRequest({}),
    },
    ...credentialSamples(run, request),
  ];
}

function sampled(kind: string, as: string, pointer: string, keyword: string): ClaimedProbe['draft'] {
  return { kind, as, wrong: { pointer, keyword } };
}
