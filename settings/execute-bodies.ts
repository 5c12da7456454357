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
  markReuse(reuse: Exclude<Reuse, 'unknown'>): void;
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

export function createExecuteBodies(bodies: readonly JsonObject[]): ExecuteBodies {
  const accepted = new Set<number>();
  const known = new Set<Reuse>();
  // The worst that was met counts.
  const reuses = ['never', 'after-a-while', 'at-once'] as const;
  return {
    bodies,
    wasAccepted: (index) => accepted.has(index),
    markAccepted: (index) => void accepted.add(index),
    reuse: () => reuses.find((reuse) => known.has(reuse)) ?? 'unknown',
    markReuse: (reuse) => void known.add(reuse),
  };
}

/** What a check knows of the bodies when it begins; what others learn meanwhile it does not see. */
export interface KnownBodies {
  readonly accepted: readonly number[];
  readonly reuse: Reuse;
}

export function knownOf(bodies: ExecuteBodies): KnownBodies {
  const accepted = [...bodies.bodies.keys()].filter((index) => bodies.wasAccepted(index));
  return { accepted, reuse: bodies.reuse() };
}

/** The same bodies for a check that knows this of them. */
export function bodiesKnown(bodies: readonly JsonObject[], { accepted, reuse }: KnownBodies): ExecuteBodies {
  const known = createExecuteBodies(bodies);
  for (const index of accepted) known.markAccepted(index);
  if (reuse !== 'unknown') known.markReuse(reuse);
  return known;
}

/** The bodies as one check sees them: what it learns, all others know from then on. */
export function ownView(bodies: ExecuteBodies): ExecuteBodies {
  const own = bodiesKnown(bodies.bodies, knownOf(bodies));
  return {
    ...own,
    markAccepted(index) {
      own.markAccepted(index);
      bodies.markAccepted(index);
    },
    markReuse(reuse) {
      own.markReuse(reuse);
      bodies.markReuse(reuse);
    },
  };
}
