import type { Case, Run } from '../../engine/check.ts';
import { plainRequest } from '../../engine/plain-request.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import { withEachHeader } from '../shared/client-cases.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { asRequest, validGenerate } from './bodies.ts';

const check = checksOf('generate-topology');
const failures = sample(samples);
const underHeaders = sample((run) => [...samples(run), ...withEachHeader(run, plainText(run))]);

test(...check('GT-FAILURE-TEXT', failures));
test(...check('GT-FAILURE-FORM', underHeaders));
test(...check('GT-TEXT-NONEMPTY', failures));
declareFailures('generate-topology', failures);

const wrong = (kind: string, as: string, pointer: string, keyword: string): Case => ({
  kind,
  as,
  wrong: { pointer, keyword },
});

function plainText(run: Run): Case {
  const text = textFrom([run.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5);
  return { ...wrong('plain-text', 'GT-BODY', '', 'json'), request: { body: Buffer.from(text) } };
}

/** Failures of both forms: a text/plain 400 for an invalid body, the error object for everything else. */
function samples(run: Run): Case[] {
  return [
    {
      ...wrong('unknown-synchronizer', 'GT-SYNC-UNKNOWN', '/synchronizer', 'unknown-synchronizer'),
      request: plainRequest('generate-topology', { synchronizer: null, identity: run.identity('unknown') }),
    },
    plainText(run),
    {
      ...wrong('empty-object', 'GT-REQ-SYNCHRONIZER', '/synchronizer', 'required'),
      request: asRequest({}),
    },
    ...credentialSamples(run, validGenerate(run, 0)),
  ];
}
