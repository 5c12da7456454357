import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../requirements/requirement.ts';

/** Kinds of input that can occupy a thread of a target forever; a few of them stop the whole server. */
export type Hazard = 'unclosed-text';

/** Which hazards have hung the target; all workers of a run share this. */
export interface Hazards {
  /** Records that a request with this hazard was never answered while valid requests were. */
  hung(hazard: Hazard, operation: Operation): void;
  /** Whether no more requests with this hazard are sent. */
  hasHung(hazard: Hazard): boolean;
}

/** @param folder the state folder of the run; if omitted, only this process knows */
export function createHazards(folder?: string): Hazards {
  const own = new Set<Hazard>();
  const fileOf = (hazard: Hazard): string | undefined =>
    folder === undefined ? undefined : join(folder, `hung-${hazard}`);
  return {
    hung(hazard, operation) {
      own.add(hazard);
      const file = fileOf(hazard);
      if (folder === undefined || file === undefined) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, operation);
    },
    hasHung(hazard) {
      const file = fileOf(hazard);
      return own.has(hazard) || (file !== undefined && existsSync(file));
    },
  };
}
