import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { ordinarySize } from '../../generators/padding.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { Check } from '../../session/check.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { extentOf, fromViolation } from '../conduct/claimed-faults.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { claimedOpenChecks, type OpenRequest, openCheckOf, underContentTypes } from '../conduct/open.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, bodyAt } from './bodies.ts';
import { validExecute } from './valid.ts';

/** A body as far as its signatures go; a configured one need not have any. */
interface SignedBody {
  readonly partySignatures?: { readonly signatures?: { signatures?: Record<string, unknown>[] }[] };
}

const open = openCheckOf('execute-submission', (conductor) => bodyAt(conductor, 0));

/** What the document leaves open in an execute request. Runs after the checks of success: a target may accept it. */
export const unstatedChecks: readonly Check[] = [
  ...claimedOpenChecks('execute-submission.request', open, (violation, { seed, nonce }, part) =>
    fromViolation(underSubmissionId(violation, submissionId(seed, nonce, part))),
  ),
  openSignature('EX-OPEN-SIGNATURE-FORMAT', 'format', 'SIGNATURE_FORMAT_'),
  openSignature('EX-OPEN-SIGNATURE-ALGORITHM', 'signingAlgorithmSpec', 'SIGNING_ALGORITHM_SPEC_'),
  open('EX-OPEN-SIGNATURES-MANY', ({ body }) => manySignatures(body)),
  open('EX-OPEN-CONTENT-TYPE', ({ body }) =>
    underContentTypes(
      asRequest(body),
      null,
      'text/plain',
      'application/xml',
      'application/json; charset=utf-8',
    ),
  ),
  ...openSchemeChecks('execute-submission', validExecute),
  ...httpOpenChecks('execute-submission', validExecute),
];

/** The first signature a hundred times, as far as the body remains of ordinary size (ruling 35). */
function manySignatures(body: object): OpenRequest[] {
  const changed = structuredClone(body) as SignedBody;
  const of = changed.partySignatures?.signatures?.[0];
  const [signature] = of?.signatures ?? [];
  if (of === undefined || signature === undefined) return [];
  const room = ordinarySize - jsonBytes(body).length;
  const count = Math.min(100, Math.floor(room / (jsonBytes(signature).length + 1)));
  if (count < 2) return [];
  of.signatures = Array<Record<string, unknown>>(count).fill(signature);
  const pointer = '/partySignatures/signatures/0/signatures';
  const wrong = { pointer, keyword: 'open' };
  return [{ kind: 'signatures-of-one-party', detail: String(count), wrong, request: asRequest(changed) }];
}

/** Values in the first signature that the document does not show, and strings that break software. */
function openSignature(requirement: string, field: string, prefix: string): Check {
  return open(requirement, ({ body }, conductor) => {
    const naughty = naughtyStrings(extentOf(conductor));
    const unknown = textFrom([conductor.identity(field)], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 9);
    const all = [
      { name: 'an unknown name', value: `${prefix}${unknown}` },
      { name: `${prefix}UNSPECIFIED`, value: `${prefix}UNSPECIFIED` },
      ...naughty,
    ];
    return all.map(({ name, value }) => {
      const changed = structuredClone(body) as SignedBody;
      const signature = changed.partySignatures?.signatures?.[0]?.signatures?.[0];
      if (signature !== undefined) signature[field] = value;
      return {
        kind: 'unknown-name',
        detail: name,
        wrong: { pointer: `/partySignatures/signatures/0/signatures/0/${field}`, keyword: 'open' },
        request: asRequest(changed),
      };
    });
  });
}
