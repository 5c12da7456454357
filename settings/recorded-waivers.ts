import { violationsOf } from '../json/ajv.ts';
import { type Waiver, wrongDays } from './waiver.ts';
import waiversSchema from './waivers.schema.json' with { type: 'json' };

/** Whether waivers read from a journal satisfy the same rules as those of a file. */
export function areWaivers(waivers: readonly Waiver[]): boolean {
  return (
    violationsOf(waiversSchema, { waivers }).length === 0 &&
    waivers.every((waiver) => wrongDays(waiver) === undefined)
  );
}
