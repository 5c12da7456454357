import type { CheckParts } from '../../engine/check.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { malformedText } from '../../generators/malformed-json.ts';
import type { RawBody } from '../../generators/raw-body.ts';
import { draw } from '../../generators/seeding.ts';
import { requirementFor } from '../../requirements/requirement-for.ts';
import { bodiesOf, fromRawBodies, samplingOf } from '../shared/body-faults.ts';
import { sendRefusals } from '../shared/cases.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { drawnBody, fullBody, validGenerate } from './bodies.ts';

const check = checksOf('generate-topology');
const stem = 'generate-topology.request';

/** Bodies that the requirement claims for encoding or syntax, such as any that are not exactly one object (ruling 12). */
const malformed: CheckParts = {
  cases: (run) =>
    sendRefusals(run, (index) => {
      const { id } = run.requirement;
      const body = index === 0 ? fullBody(run, index) : drawnBody(run, index);
      const valid = jsonBytes(body);
      const listed = bodiesOf(stem, id, body, samplingOf(run, index));
      const drawn = drawnText(id, valid, run.seedAt(index));
      const control = { body: valid };
      return fromRawBodies([...listed, ...drawn]).map((each) => ({ ...each, control }));
    }),
};

test(...check('GT-BODY-REQUIRED', openingIdle(validGenerate, malformed)));
test(...check('GT-BODY', malformed));

/** How many damaged texts are drawn for a body. */
const drawnTexts = 8;

/** Text that is not a JSON object, for the requirement that claims it. */
function drawnText(requirement: string, valid: Buffer, seed: number): RawBody[] {
  if (requirementFor(stem, { keyword: 'json' }) !== requirement) return [];
  return draw(malformedText(valid), seed, drawnTexts).map((bytes, at) => ({
    kind: 'damaged-text',
    detail: String(at + 1),
    keyword: 'json',
    bytes,
  }));
}
