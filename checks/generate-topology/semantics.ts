import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { asRequest, type BodyChanges, changedBodies, changes, drawnBody } from './bodies.ts';
import { takenForms } from './key-forms.ts';

/** Structurally valid requests that the target cannot fulfil: never a 2xx (ruling 13). */
function semantic(
  requirement: string,
  [keyword, pointer]: readonly [keyword: string, pointer: string],
  changesOf: (body: GenerateTopologyRequest, conductor: Conductor) => BodyChanges,
): Check {
  const faultyOf = (body: GenerateTopologyRequest, conductor: Conductor): Faulty[] =>
    changedBodies(body, { kind: keyword, wrong: { pointer, keyword } }, changesOf(body, conductor));
  return createCheck('generate-topology', requirement, async (conductor) => {
    await conductRefusals(conductor, (index) => {
      const body = drawnBody(conductor, index);
      return { valid: asRequest(body), faulty: faultyOf(body, conductor) };
    });
    // Each form of keys may have code of its own; the success that showed the form is the valid control.
    const taken = await takenForms(conductor);
    const faulty = taken.flatMap(({ body, exchange }) =>
      faultyOf(body, conductor).map((each) => ({ each, exchange })),
    );
    await Promise.all(
      faulty.map(({ each: { request, ...draft }, exchange }) =>
        conductor.inCase(draft, async (builder) => {
          builder.include('control', exchange);
          await builder.send('probe', request);
        }),
      ),
    );
  });
}

export const semanticChecks: readonly Check[] = [
  semantic('GT-SYNC-UNKNOWN', ['unknown-synchronizer', '/synchronizer'], (body) =>
    changes(
      {
        'identifier-that-no-synchronizer-has': 'unknown::1220'.padEnd(77, '0'),
        'identifier-with-another-fingerprint': otherFingerprint(body.synchronizer),
        'identifier-under-another-name': `other-${body.synchronizer}`,
        word: 'nowhere',
        nothing: '',
      },
      (synchronizer) => ({ synchronizer }),
    ),
  ),
  semantic('GT-SYNC-ALIAS', ['alias', '/synchronizer'], (_, { facts }) => ({
    'in-place-of-the-identifier': { synchronizer: String(facts.synchronizerAlias) },
  })),
];

/** Changes the last character: the identifier stays well-formed but refers to nothing. */
function otherFingerprint(synchronizer: string): string {
  const last = synchronizer.at(-1) === '0' ? '1' : '0';
  return `${synchronizer.slice(0, -1)}${last}`;
}
