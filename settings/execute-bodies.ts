import { isObject, type JsonObject } from '../json/read-json.ts';
import { readJsonFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/** Whether an accepted body can be sent again: at once, after a while, or never (ruling 14). */
export type Reuse = 'unknown' | 'at-once' | 'after-a-while' | 'never';

/**
 * The execute bodies that a target accepts, and what is known of them: a target may accept each prepared transaction only once
 * (ruling 14).
 */
export interface ExecuteBodies {
  readonly bodies: readonly JsonObject[];
  wasAccepted(index: number): boolean;
  markAccepted(index: number): void;
  reuse(): Reuse;
  markReuse(reuse: Reuse): void;
  /** What is known now. */
  known(): KnownBodies;
}

/** What a check knows of the bodies when it begins; what others learn meanwhile it does not see. */
export interface KnownBodies {
  readonly accepted: readonly number[];
  readonly reuse: Reuse;
}

/** @throws UsageError if the file is not a JSON object or a non-empty array of them. */
export function readExecuteBodies(path: string | undefined): JsonObject[] {
  if (path === undefined) return [];
  const value = readJsonFile(
    path,
    (problem) =>
      `TARGET_EXECUTE_REQUEST names a file that ${problem}: ${path}. Give the body of an execute request.`,
  );
  const bodies = Array.isArray(value) ? value : [value];
  const first = bodies.find(
    (body) =>
      !isObject(body) || typeof body.preparedTransaction !== 'string' || !isObject(body.partySignatures),
  );
  if (bodies.length === 0 || first !== undefined) {
    throw new UsageError([
      `TARGET_EXECUTE_REQUEST must contain a JSON object with preparedTransaction and partySignatures, or an array of them: ${path}.`,
    ]);
  }
  return bodies as JsonObject[];
}

/** The worst that was met counts. */
const reuses = ['never', 'after-a-while', 'at-once', 'unknown'] as const satisfies readonly Reuse[];

/**
 * @param before what is known of them
 * @param others the bodies as all checks see them, if these are for one check: what it learns, they know from then on
 */
export function createExecuteBodies(
  bodies: readonly JsonObject[],
  before: KnownBodies = { accepted: [], reuse: 'unknown' },
  others?: ExecuteBodies,
): ExecuteBodies {
  const accepted = new Set(before.accepted);
  const met = new Set([before.reuse]);
  const reuse = (): Reuse => reuses.find((each) => met.has(each)) ?? 'unknown';
  return {
    bodies,
    wasAccepted: (index) => accepted.has(index),
    markAccepted(index) {
      accepted.add(index);
      others?.markAccepted(index);
    },
    reuse,
    markReuse(one) {
      met.add(one);
      others?.markReuse(one);
    },
    known: () => ({ accepted: [...bodies.keys()].filter((index) => accepted.has(index)), reuse: reuse() }),
  };
}
