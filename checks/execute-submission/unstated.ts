import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import {
  bodiesOf,
  bodyClaimants,
  fromRawBody,
  fromViolation,
  violationClaimants,
  violationsOf,
} from '../conduct/claimed-faults.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, bodyAt, type ExecuteBody } from './bodies.ts';
import { validExecute } from './valid.ts';

const stem = 'execute-submission.request';

function open(
  requirement: string,
  requests: (conductor: Conductor, valid: ExecuteBody) => readonly OpenRequest[],
): Check {
  return {
    requirement,
    operation: 'execute-submission',
    version: 1,
    judge: judgeAnswers,
    conduct(conductor) {
      const valid = bodyAt(conductor, 0);
      return conductOpen(
        conductor,
        requests(conductor, valid).map((request) => ({ ...request, facts: valid.facts })),
      );
    },
  };
}

/** What is open about single fields, and about how the body is written. */
const claimed: readonly Check[] = [
  ...violationClaimants(stem, 'observed').map((id) =>
    open(id, ({ seed, nonce }, { body }) =>
      violationsOf(stem, id, body).map((violation, at) =>
        fromViolation(underSubmissionId(violation, submissionId(seed, nonce, `${id}/${at}`))),
      ),
    ),
  ),
  ...bodyClaimants(stem, 'observed').map((id) =>
    open(id, (_, { body }) => bodiesOf(stem, id, body).map(fromRawBody)),
  ),
];

/** What the document leaves open in an execute request. After the checks of success: a target may take such a body. */
export const unstatedChecks: readonly Check[] = [
  ...claimed,
  openSignature('EX-OPEN-SIGNATURE-FORMAT', 'format', [
    'SIGNATURE_FORMAT_NONE_SUCH',
    'SIGNATURE_FORMAT_UNSPECIFIED',
  ]),
  openSignature('EX-OPEN-SIGNATURE-ALGORITHM', 'signingAlgorithmSpec', [
    'SIGNING_ALGORITHM_SPEC_NONE_SUCH',
    'SIGNING_ALGORITHM_SPEC_UNSPECIFIED',
  ]),
  open('EX-OPEN-CONTENT-TYPE', (_, { body }) =>
    [null, 'text/plain', 'application/xml', 'application/json; charset=utf-8'].map((contentType) => ({
      kind: 'other-content-type',
      detail: contentType ?? 'absent',
      wrong: { pointer: '', keyword: 'content-type' },
      request: { ...asRequest(body), contentType },
    })),
  ),
  ...openSchemeChecks('execute-submission', async (conductor, cases) => {
    await conductOpenSchemes(conductor, cases);
  }),
  ...httpOpenChecks('execute-submission', validExecute),
];

/** Names in the first signature that the document does not show. */
function openSignature(requirement: string, field: string, values: readonly string[]): Check {
  return open(requirement, (_, { body }) =>
    values.map((value) => {
      const changed = structuredClone(body) as {
        partySignatures?: { signatures?: { signatures?: Record<string, unknown>[] }[] };
      };
      const signature = changed.partySignatures?.signatures?.[0]?.signatures?.[0];
      if (signature !== undefined) signature[field] = value;
      return {
        kind: 'unknown-name',
        detail: value,
        wrong: { pointer: `/partySignatures/signatures/0/signatures/0/${field}`, keyword: 'open' },
        request: asRequest(changed),
      };
    }),
  );
}

async function conductOpenSchemes(
  conductor: Conductor,
  cases: Parameters<Parameters<typeof openSchemeChecks>[1]>[1],
): Promise<void> {
  await Promise.all(
    cases.map(({ credential, ...draft }, index) => {
      const { body, facts } = bodyAt(conductor, index);
      return conductor.inCase({ ...draft, facts }, (builder) =>
        builder.send('probe', asRequest(body), credential),
      );
    }),
  );
}
