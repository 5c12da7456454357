import { malformedText } from '../../generators/malformed-text.ts';
import type { RawBody } from '../../generators/raw-body.ts';
import { draw } from '../../generators/seeding.ts';
import { claimantOf } from '../../requirements/claims.ts';
import type { Check } from '../../session/check.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { createCheck } from '../conduct/check.ts';
import { bodiesOf, bodyClaimants, extentOf, fromRawBody } from '../conduct/claimed-faults.ts';
import { conductRefusals } from '../conduct/refusals.ts';
import { drawnBody } from './bodies.ts';

const stem = 'generate-topology.request';

/** How many damaged texts are drawn for a body. */
const drawnTexts = 8;

/** Text that is not a JSON object, for the requirement that claims it. */
function drawnText(requirement: string, valid: Buffer, seed: number): RawBody[] {
  if (claimantOf(stem, { keyword: 'json' }) !== requirement) return [];
  return draw(malformedText(valid), seed, drawnTexts).map((bytes, at) => ({
    kind: 'damaged-text',
    detail: String(at + 1),
    keyword: 'json',
    bytes,
  }));
}

/** Bodies that must be rejected for encoding or syntax, such as any that are not exactly one object (ruling 12). */
export const bodyChecks: readonly Check[] = bodyClaimants(stem, 'rejected').map((requirement) =>
  createCheck('generate-topology', requirement, (conductor) =>
    conductRefusals(conductor, (index) => {
      const body = drawnBody(conductor, index);
      const valid = jsonBytes(body);
      const listed = bodiesOf(stem, requirement, body, extentOf(conductor, index));
      const drawn = drawnText(requirement, valid, conductor.seedAt(index));
      return { valid: { body: valid }, faulty: [...listed, ...drawn].map(fromRawBody) };
    }),
  ),
);
