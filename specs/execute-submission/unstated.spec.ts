import type { Case, CheckParts } from '../../engine/check.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { submissionId } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { ordinarySize } from '../../generators/padding.ts';
import { textFrom } from '../../generators/seeding.ts';
import { fromViolation, samplingOf } from '../shared/body-faults.ts';
import { someByApiKey } from '../shared/cases.ts';
import { declareHttpOpen, largeBodies } from '../shared/http-open.ts';
import { assignedOpen, observedOf, sendOpen, underContentTypes } from '../shared/open.ts';
import { declareOpenSchemes } from '../shared/schemes.ts';
import { asRequest, fullBodyAt, validExecute } from './bodies.ts';
import { meanings } from './meaning.ts';

/** A target may accept it, and then a body may be used up (ruling 14). */
const common = { isAlone: 'unless-bodies-are-reusable' } as const;
// What the document does not specify about an execute request.
const check = checksOf('execute-submission', common);
const open = observedOf((run) => fullBodyAt(run, 0));
const claimed = open(
  assignedOpen('execute-submission.request', (violation, { seed, nonce }, part) =>
    fromViolation(underSubmissionId(violation, submissionId(seed, nonce, part))),
  ),
);
const contentTypes = open(({ body }) => underContentTypes(asRequest(body)));

test(...check('EX-OPEN-EMPTY-STRING', claimed));
test(...check('EX-OPEN-SUBMISSIONID-EMPTY', claimed));
test(...check('EX-OPEN-SUBMISSIONID-DOT', claimed));
test(...check('EX-OPEN-HASHINGSCHEME-UNSPECIFIED', claimed));
test(...check('EX-OPEN-HASHINGSCHEME-V3', claimed));
test(...check('EX-OPEN-MINLEDGERTIME-SHAPE', claimed));
test(...check('EX-OPEN-MINLEDGERTIME-VARIANTS', claimed));
test(...check('EX-OPEN-PARTY-TWICE', claimed));
test(...check('EX-OPEN-SIGNATURE-FIELDS', claimed));
test(...check('EX-OPEN-DEDUP-DIGITS', claimed));
test(...check('EX-OPEN-DEDUP-FLOAT', claimed));
test(...check('EX-OPEN-DEDUPLICATION-VARIANTS', claimed));
test(...check('EX-OPEN-DEDUPLICATION-ABSENT', claimed));
test(...check('EX-OPEN-NULL-OPTIONAL', claimed));
test(...check('EX-OPEN-UNKNOWN-MEMBER', claimed));
test(...check('EX-OPEN-DUPLICATE-MEMBER', claimed));
test(...check('EX-OPEN-BOM', claimed));
test(...check('EX-OPEN-LONE-SURROGATE', claimed));
test(...check('EX-OPEN-INVALID-UTF8', claimed));
test(...check('EX-OPEN-SIGNATURE-FORMAT', signatureWith('format', 'SIGNATURE_FORMAT_')));
test(
  ...check('EX-OPEN-SIGNATURE-ALGORITHM', signatureWith('signingAlgorithmSpec', 'SIGNING_ALGORITHM_SPEC_')),
);
test(...check('EX-OPEN-SIGNATURES-MANY', open(manySignatures)));
test(...check('EX-OPEN-CONTENT-TYPE', contentTypes));
declareOpenSchemes('execute-submission', validExecute, common);
declareHttpOpen('execute-submission', validExecute, common);
test(...check('HTTP-OPEN-LARGE-BODY', largeBodies(validExecute)));
test(...check('EX-OPEN-MEANING', { cases: (run) => sendOpen(run, someByApiKey(run, meanings(run))) }));

/** A body as far as its signatures go; a configured one need not have any. */
interface SignedBody {
  readonly partySignatures?: { readonly signatures?: { signatures?: Record<string, unknown>[] }[] };
}

/** The first signature a hundred times, as far as the body remains of ordinary size (ruling 35). */
function manySignatures({ body }: { readonly body: object }): Case[] {
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
function signatureWith(field: string, prefix: string): CheckParts {
  return open(({ body }, run) => {
    const naughty = naughtyStrings(samplingOf(run));
    const unknown = textFrom([run.identity(field)], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 9);
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
