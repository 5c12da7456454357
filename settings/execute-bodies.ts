import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../json/read-json.ts';
import { readJsonFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/** Whether an accepted body can be sent again: at once, after a while, or never (ruling 14). */
export type Reuse = 'unknown' | 'at-once' | 'after-a-while' | 'never';

/**
 * The execute bodies that a target accepts. A target may accept each prepared transaction only once (ruling 14), so
 * which bodies were accepted, and whether they can be sent again, is stored on disk for restarted workers.
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

/** `folder` is the state folder of the run; without one, the state is kept in memory. */
export function createExecuteBodies(
  bodies: readonly JsonObject[],
  folder: string | undefined,
): ExecuteBodies {
  const known = new Set<string>();
  const isKnown = (mark: string): boolean =>
    known.has(mark) || (folder !== undefined && existsSync(join(folder, mark)));
  const remember = (mark: string): void => {
    if (known.has(mark)) return;
    known.add(mark);
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, mark), '');
  };
  const accepted = (index: number): string => `execute-body-${index + 1}-accepted`;
  const reuses = ['never', 'after-a-while', 'at-once'] as const;
  return {
    bodies,
    wasAccepted: (index) => isKnown(accepted(index)),
    markAccepted: (index) => remember(accepted(index)),
    reuse: () => reuses.find((reuse) => isKnown(`execute-body-reuse-${reuse}`)) ?? 'unknown',
    markReuse: (reuse) => remember(`execute-body-reuse-${reuse}`),
  };
}
