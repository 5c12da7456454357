import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { asRequest, type BodyChanges, changedBodies } from './bodies.ts';
import { takenForms } from './key-forms.ts';
import { crossedBody } from './optional-values.ts';
import { unknownSynchronizers } from './wrong-meanings.ts';

/** Of the values, each key form gets its share, one in so many, and only the first at quick effort. */
const sharesOfForms = 3;

/** Structurally valid requests that the target cannot fulfil: never a 2xx (ruling 13). */
function semantic(
  requirement: string,
  [keyword, pointer]: readonly [keyword: string, pointer: string],
  changesOf: (body: GenerateTopologyRequest, conductor: Conductor) => BodyChanges,
): Check {
  const faultyOf = (body: GenerateTopologyRequest, conductor: Conductor): Faulty[] =>
    changedBodies(body, { kind: keyword, wrong: { pointer, keyword } }, changesOf(body, conductor));
  const check = createCheck('generate-topology', requirement, async (conductor) => {
    await conductRefusals(conductor, (index) => {
      const body = crossedBody(conductor, index);
      return { valid: asRequest(body), faulty: faultyOf(body, conductor) };
    });
    // Each form of keys may have code of its own; the success that showed the form is the valid control.
    const taken = await takenForms(conductor);
    const turn = bytesFrom([conductor.seed, conductor.nonce, requirement, 'forms'], 1).readUInt8();
    const faulty = taken.flatMap(({ body, exchange }, form) => {
      const all = faultyOf(body, conductor);
      const shares = conductor.effort === 'soak' ? 1 : Math.min(sharesOfForms, all.length);
      return all
        .filter((_, at) => at === 0 || (conductor.effort !== 'quick' && (at + form + turn) % shares === 0))
        .map((each) => ({ each, exchange }));
    });
    await Promise.all(
      faulty.map(({ each: { request, ...draft }, exchange }) =>
        conductor.inCase(draft, async (builder) => {
          builder.include('control', exchange);
          await builder.send('probe', request);
        }),
      ),
    );
  });
  return { ...check, over: ['key-type'] };
}

export const semanticChecks: readonly Check[] = [
  semantic('GT-SYNC-UNKNOWN', ['unknown-synchronizer', '/synchronizer'], unknownSynchronizers),
  semantic('GT-SYNC-ALIAS', ['alias', '/synchronizer'], (_, { facts }) => ({
    'in-place-of-the-identifier': { synchronizer: String(facts.synchronizerAlias) },
  })),
];
