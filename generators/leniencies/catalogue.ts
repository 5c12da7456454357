import credential from './credential.json' with { type: 'json' };
import jsonText from './json-text.json' with { type: 'json' };
import keyData from './key-data.json' with { type: 'json' };
import type { Leniency, LeniencyArea } from './leniency.ts';
import memberName from './member-name.json' with { type: 'json' };
import value from './value.json' with { type: 'json' };

// A test validates the files by leniency.schema.json; the compiler knows them only as strings and arrays.
const files = [jsonText, memberName, value, keyData, credential] as unknown as readonly {
  readonly area: LeniencyArea;
  readonly leniencies: readonly Omit<Leniency, 'area'>[];
}[];

/** Every known leniency, area by area. */
export const leniencies: readonly Leniency[] = files.flatMap(({ area, leniencies: listed }) =>
  listed.map((each) => ({ ...each, area })),
);

/** The leniencies of one area, in their order. */
export function lenienciesOf(area: LeniencyArea): readonly Leniency[] {
  return leniencies.filter((each) => each.area === area);
}

const byId = new Map(leniencies.map((each) => [each.id, each]));

/** The leniency that a kind of case shows; undefined if the kind is not one of the catalogue. */
export function leniencyOf(kind: string): Leniency | undefined {
  return byId.get(kind);
}
