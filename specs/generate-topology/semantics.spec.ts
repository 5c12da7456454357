import type { Case, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { inOtherCase } from '../../generators/written-otherwise.ts';
import { sendAll, sendRefusals } from '../shared/cases.ts';
import { someWithHeaders } from '../shared/client-cases.ts';
import { asRequest, type BodyChanges } from './bodies.ts';
import { takenForms } from './keys.ts';
import { crossedBody } from './optional-values.ts';
import { unknownSynchronizers } from './wrong-meanings.ts';

const check = checksOf('generate-topology');

test(...unfulfillable('GT-SYNC-UNKNOWN', ['unknown-synchronizer', '/synchronizer'], unknownSynchronizers));
test(
  ...unfulfillable('GT-SYNC-ALIAS', ['alias', '/synchronizer'], (_, { facts }) => ({
    'in-place-of-the-identifier': { synchronizer: String(facts.synchronizerAlias) },
    'in-other-case': { synchronizer: inOtherCase(String(facts.synchronizerAlias)) },
  })),
);

/** Of the values, each key form gets its share, one in so many, and only the first at quick effort. */
const sharesOfForms = 3;

/** Structurally valid requests that the target cannot fulfil: never a 2xx (ruling 13). */
function unfulfillable(
  requirement: string,
  [keyword, pointer]: readonly [keyword: string, pointer: string],
  changesOf: (body: GenerateTopologyRequest, run: Run) => BodyChanges,
) {
  const faultyOf = (body: GenerateTopologyRequest, run: Run): Case[] =>
    Object.entries(changesOf(body, run)).map(([detail, change]) => ({
      kind: keyword,
      detail,
      wrong: { pointer, keyword },
      request: asRequest({ ...body, ...change }),
    }));
  return check(requirement, {
    over: ['key-type'],
    *cases(run) {
      yield* sendRefusals(run, (index) => {
        const body = crossedBody(run, index);
        const control = asRequest(body);
        const all = faultyOf(body, run).map((each) => ({ ...each, control }));
        return someWithHeaders(run, all, index * all.length);
      });
      // Each form of keys may have code of its own; the success that showed the form is the valid control.
      const taken = yield* takenForms(run);
      const turn = bytesFrom([run.seed, run.nonce, run.requirement.id, 'forms'], 1).readUInt8();
      const faulty = taken.flatMap(({ body, exchange }, form) => {
        const all = faultyOf(body, run);
        const shares = run.effort === 'soak' ? 1 : Math.min(sharesOfForms, all.length);
        return all
          .filter((_, at) => at === 0 || (run.effort !== 'quick' && (at + form + turn) % shares === 0))
          .map((each) => ({ ...each, control: exchange }));
      });
      yield* sendAll(run, faulty);
    },
  });
}
