import { describe, expect, it } from 'vitest';
import { levelOf } from '../../profiles/profile.ts';
import { cantonFaults } from '../../reference/canton/rows/faults.ts';
import { cantonVariants } from '../../reference/canton/rows/variants.ts';
import { everyFault, everyVariant } from '../../reference/changes.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';

const profile = loadProfile('canton-3.5');

describe('changes of the server that answers as canton-3.5', () => {
  it('are at least 25 faults and 8 variants, each served under the profile', () => {
    expect(cantonFaults.length).toBeGreaterThanOrEqual(25);
    expect(cantonVariants.length).toBeGreaterThanOrEqual(8);
    for (const { serving } of [...cantonFaults, ...cantonVariants])
      expect(serving?.profile).toBe('canton-3.5');
  });

  it('have ids of their own, with the profile in front', () => {
    const ids = [...everyFault, ...everyVariant].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of [...cantonFaults, ...cantonVariants])
      expect(id).toMatch(/^canton-[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  it('break requirements that are a MUST under the profile', () => {
    for (const { id, requirements, operations } of cantonFaults) {
      for (const each of requirements.map(requirement)) {
        const operation = operations.find((one) => each.operations.includes(one));
        expect(operation === undefined ? id : levelOf(profile, each, operation), `${id} ${each.id}`).toBe(
          'MUST',
        );
      }
    }
  });
});
