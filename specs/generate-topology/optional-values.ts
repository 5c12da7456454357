import type { Run } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { byKey } from '../../generators/sampling.ts';
import { bytesFrom, draw, seedOf } from '../../generators/seeding.ts';
import { shuffled } from '../../generators/written-otherwise.ts';
import { drawnBody } from './bodies.ts';

const optionalFields = [
  'localParticipantObservationOnly',
  'otherConfirmingParticipantUids',
  'confirmationThreshold',
  'observingParticipantUids',
] as const;

/** One value of each optional field; undefined where it is absent. */
type OptionalValues = { readonly [K in (typeof optionalFields)[number]]: GenerateTopologyRequest[K] };

/** Every combination that any target accepts (ruling 11). Of a list: absent, empty, and with some participants. */
function combinations(uids: readonly string[]): OptionalValues[] {
  const half = Math.ceil(uids.length / 2);
  const lists = [undefined, 'empty', ...(uids.length > 0 ? (['some'] as const) : [])] as const;
  const list = (how: (typeof lists)[number], some: readonly string[]): string[] | undefined =>
    how === undefined ? undefined : how === 'empty' ? [] : [...some];
  const all = [undefined, false, true].flatMap((only) =>
    lists.flatMap((confirming) =>
      [undefined, 0, 1].flatMap((threshold) =>
        lists.map((observing): OptionalValues => {
          const isShared = confirming === 'some' && observing === 'some';
          return {
            localParticipantObservationOnly: only,
            otherConfirmingParticipantUids: list(confirming, isShared ? uids.slice(0, half) : uids),
            confirmationThreshold: threshold,
            observingParticipantUids: list(observing, isShared ? uids.slice(half) : uids),
          };
        }),
      ),
    ),
  );
  const isNamed = (list: readonly string[] | undefined): boolean => list !== undefined && list.length > 0;
  return all.filter(
    ({ localParticipantObservationOnly: only, ...lists }) =>
      (only !== true || isNamed(lists.otherConfirmingParticipantUids)) &&
      // A single participant cannot be in both lists.
      !(
        uids.length === 1 &&
        Object.values(lists).filter((each) => Array.isArray(each) && isNamed(each)).length > 1
      ),
  );
}

/** How values of a field are told apart: lists by whether anyone is in them. */
function levelOf(field: string, value: OptionalValues[keyof OptionalValues]): string {
  return `${field} ${Array.isArray(value) ? (value.length > 0 ? 'some' : 'empty') : String(value)}`;
}

function levelsOf(values: OptionalValues): string[] {
  return optionalFields.map((field) => levelOf(field, values[field]));
}

/** A combination with its levels. */
interface Combination {
  readonly values: OptionalValues;
  readonly levels: readonly string[];
}

/** One row in so many is also sent without any optional field, as many clients do. */
const minimalEvery = 3;

/** It needs another participant that confirms, so it is the rarest. */
const rarest = levelOf('localParticipantObservationOnly', true);

/**
 * As few combinations of the optional fields as it takes for each of them to have each of its values: usually three.
 * Which values meet is drawn from seed, nonce and purpose, so that over many rows and runs each two do.
 */
export function coveringValues(
  { facts, seed, nonce }: Run,
  purpose: string,
  row: number,
): readonly OptionalValues[] {
  const key = [seed, nonce, 'optional-values', purpose, row];
  const all = inDrawnOrder(
    combinations(facts.participantUids).map((values): Combination => ({ values, levels: levelsOf(values) })),
    key,
  );
  const left = new Set(all.flatMap(({ levels }) => levels));
  const chosen: OptionalValues[] = [];
  const fresh = ({ levels }: Combination): number =>
    levels.filter((level) => left.has(level)).length + Number(left.has(rarest) && levels.includes(rarest));
  const choose = ({ values, levels }: Combination): void => {
    for (const level of levels) left.delete(level);
    chosen.push(values);
  };
  const minimal = all.find(({ values }) => Object.values(values).every((value) => value === undefined));
  if (minimal !== undefined && row % minimalEvery === 0) choose(minimal);
  while (left.size > 0) choose(freshest(all, fresh));
  return inDrawnOrder(chosen, [...key, 'order']);
}

/** The first of those with the most. */
function freshest(all: readonly Combination[], fresh: (each: Combination) => number): Combination {
  const counts = all.map(fresh);
  return all[counts.indexOf(Math.max(...counts))] as Combination;
}

/** One digest for all places: this is done for each row. */
function inDrawnOrder<T>(all: readonly T[], key: readonly (string | number)[]): T[] {
  const drawn = bytesFrom(key, all.length * 2);
  return byKey(all, (index) => drawn.readUInt16BE(index * 2));
}

/** A valid body with these values of the optional fields, its members in a drawn order. */
export function withOptionalValues(
  run: Run,
  body: GenerateTopologyRequest,
  values: OptionalValues,
  index: number,
): GenerateTopologyRequest {
  const { synchronizer, partyHint, publicKey } = body;
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const whole: GenerateTopologyRequest = { synchronizer, partyHint, publicKey, ...given };
  const order = draw(shuffled(whole), seedOf(run.seedAt(index), run.nonce, 'order'), 1);
  return order[0] ?? whole;
}

/** The valid request of round `index`: over three rounds, each optional field has each of its values. */
export function crossedBody(run: Run, index: number): GenerateTopologyRequest {
  const some = coveringValues(run, 'round', Math.floor(index / 3));
  const values = some[index % some.length];
  const body = drawnBody(run, index);
  return values === undefined ? body : withOptionalValues(run, body, values, index);
}
