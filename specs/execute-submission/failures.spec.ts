import type { Case, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { textFrom } from '../../generators/seeding.ts';
import { withEachHeader } from '../shared/client-cases.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';
import { asRequest, bodyAt } from './bodies.ts';

const failures = sample(samples);
const underHeaders = sample((run) => [...samples(run), ...withEachHeader(run, plainText(run))]);

test(...checksOf('execute-submission')('EX-FAILURE-FORM', underHeaders));
declareFailures('execute-submission', failures);

function plainText(run: Run): Case {
  const { facts } = bodyAt(run, 0);
  const text = textFrom([run.identity('text')], 'abcdefghijklmnopqrstuvwxyz', 5);
  return {
    kind: 'plain-text',
    as: 'EX-BODY',
    facts,
    wrong: { pointer: '', keyword: 'json' },
    request: { body: Buffer.from(text) },
  };
}

/** Failures always have the error object, even for bodies that cannot be decoded (ruling 14). */
function samples(run: Run): Case[] {
  const { body, facts } = bodyAt(run, 0);
  const { submissionId: _left, ...without } = body;
  return [
    plainText(run),
    {
      kind: 'missing',
      as: 'EX-REQ-SUBMISSIONID',
      facts,
      wrong: { pointer: '/submissionId', keyword: 'required' },
      request: asRequest(without),
    },
    ...credentialSamples(run, { request: asRequest(body), facts }),
  ];
}
