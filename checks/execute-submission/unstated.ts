import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-violations.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import type { Violation } from '../../generators/violation.ts';
import { violations } from '../../generators/violations.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromRawBody, fromViolation } from '../conduct/from-violation.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { conductOpen, type OpenRequest } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, bodyAt, type ExecuteBody } from './bodies.ts';
import { validExecute } from './valid.ts';

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

function openViolations(requirement: string, select: (violation: Violation) => boolean): Check {
  return open(requirement, ({ seed, nonce }, { body }) =>
    violations('execute-submission.request', body)
      .filter((violation) => violation.verdict === 'open' && select(violation))
      .map((violation, at) =>
        fromViolation(underSubmissionId(violation, submissionId(seed, nonce, `${requirement}/${at}`))),
      ),
  );
}

function openBodies(requirement: string, select: (name: string) => boolean): Check {
  return open(requirement, (_, { body }) =>
    malformedBodies(jsonBytes(body))
      .filter(({ verdict, name }) => verdict === 'open' && select(name))
      .map(fromRawBody),
  );
}

const inOneOf = /^\/(deduplicationPeriod|minLedgerTime)(\/|$)/;
const inSignature = /^\/partySignatures\/signatures\/\d+\//;
const isTime = (pointer: string): boolean => pointer === '/minLedgerTime/time';
const isDuration = (pointer: string): boolean => pointer.startsWith('/deduplicationPeriod/');
const isDigits = ({ pointer, keyword }: Violation): boolean =>
  /\/(seconds|nanos)$/.test(pointer) && keyword === 'type';

/** What the document leaves open in an execute request. After the checks of success: a target may take such a body. */
export const unstatedChecks: readonly Check[] = [
  openViolations(
    'EX-OPEN-EMPTY-STRING',
    ({ keyword, pointer }) =>
      keyword === 'empty' && pointer !== '/submissionId' && !inSignature.test(pointer),
  ),
  openViolations(
    'EX-OPEN-SUBMISSIONID-EMPTY',
    ({ keyword, pointer }) => keyword === 'empty' && pointer === '/submissionId',
  ),
  openViolations('EX-OPEN-SUBMISSIONID-DOT', ({ keyword }) => keyword === 'full-stop'),
  openViolations(
    'EX-OPEN-HASHINGSCHEME-UNSPECIFIED',
    ({ keyword, name }) => keyword === 'hashing-scheme' && name.endsWith('UNSPECIFIED'),
  ),
  openViolations(
    'EX-OPEN-HASHINGSCHEME-V3',
    ({ keyword, name }) => keyword === 'hashing-scheme' && !name.endsWith('UNSPECIFIED'),
  ),
  openViolations(
    'EX-OPEN-DEDUPLICATION-ABSENT',
    ({ keyword, pointer }) => keyword === 'required' && pointer === '/deduplicationPeriod',
  ),
  openViolations(
    'EX-OPEN-DEDUPLICATION-VARIANTS',
    (violation) =>
      (violation.keyword === 'one-of' && violation.pointer === '/deduplicationPeriod') ||
      (isDuration(violation.pointer) && !isDigits(violation) && violation.keyword !== 'integral-float'),
  ),
  openViolations('EX-OPEN-DEDUP-DIGITS', isDigits),
  openViolations('EX-OPEN-DEDUP-FLOAT', ({ keyword }) => keyword === 'integral-float'),
  openViolations('EX-OPEN-MINLEDGERTIME-SHAPE', ({ pointer }) => isTime(pointer)),
  openViolations(
    'EX-OPEN-MINLEDGERTIME-VARIANTS',
    ({ keyword, pointer }) => keyword === 'one-of' && pointer === '/minLedgerTime',
  ),
  openViolations(
    'EX-OPEN-NULL-OPTIONAL',
    ({ keyword, pointer }) =>
      keyword === 'null' && (!inOneOf.test(pointer) || /^\/\w+$/.test(pointer)) && !inSignature.test(pointer),
  ),
  openViolations('EX-OPEN-PARTY-TWICE', ({ keyword }) => keyword === 'party-count'),
  openViolations('EX-OPEN-SIGNATURE-FIELDS', ({ pointer }) => inSignature.test(pointer)),
  openSignature('EX-OPEN-SIGNATURE-FORMAT', 'format', [
    'SIGNATURE_FORMAT_NONE_SUCH',
    'SIGNATURE_FORMAT_UNSPECIFIED',
  ]),
  openSignature('EX-OPEN-SIGNATURE-ALGORITHM', 'signingAlgorithmSpec', [
    'SIGNING_ALGORITHM_SPEC_NONE_SUCH',
    'SIGNING_ALGORITHM_SPEC_UNSPECIFIED',
  ]),
  openBodies(
    'EX-OPEN-UNKNOWN-MEMBER',
    (name) =>
      /member( nested| named|$)|empty member name|double precision/.test(name) && !name.includes('twice'),
  ),
  openBodies('EX-OPEN-DUPLICATE-MEMBER', (name) => name.includes('twice')),
  openBodies('EX-OPEN-BOM', (name) => /byte order mark|UTF-16/.test(name)),
  openBodies('EX-OPEN-LONE-SURROGATE', (name) => /lone .* surrogate/.test(name)),
  openBodies('EX-OPEN-INVALID-UTF8', (name) =>
    /(byte|sequence|surrogate in UTF-8) inside a string/.test(name),
  ),
  open('EX-OPEN-CONTENT-TYPE', (_, { body }) =>
    [null, 'text/plain', 'application/xml', 'application/json; charset=utf-8'].map((contentType) => ({
      name: `Content-Type ${contentType ?? 'absent'}`,
      wrong: { pointer: '', keyword: 'content-type', name: 'another Content-Type' },
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
      const name = `${field} ${value}`;
      const changed = structuredClone(body) as {
        partySignatures?: { signatures?: { signatures?: Record<string, unknown>[] }[] };
      };
      const signature = changed.partySignatures?.signatures?.[0]?.signatures?.[0];
      if (signature !== undefined) signature[field] = value;
      return {
        name,
        wrong: { pointer: `/partySignatures/signatures/0/signatures/0/${field}`, keyword: 'open', name },
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
    cases.map(({ name, credential }, index) => {
      const { body, facts } = bodyAt(conductor, index, name);
      return conductor.inCase({ name, facts }, (builder) =>
        builder.send('probe', asRequest(body), credential),
      );
    }),
  );
}
