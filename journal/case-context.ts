import type { CaseRecord } from './record.ts';

/** How a case was sent, as far as code asks for it; the other entries of a context are only shown. */
type Context = Pick<CaseRecord, 'context'>;

/** Of the requests of the smallest batch that still fails. */
export const ofShrunkBatch = 'shrunk-batch';

/** Of every shrunk counterexample. */
export const ofSmallest = 'smallest';

const concurrent: readonly string[] = ['mixed-traffic', 'smaller-batch', ofShrunkBatch];

/** Whether a case is a shrunk counterexample, which reports show first. */
export function isShrunk({ context = [] }: Context): boolean {
  return context.includes(ofSmallest);
}

/** Whether other requests were under way on purpose. */
export function isConcurrent({ context = [] }: Context): boolean {
  return !context.includes('alone') && context.some((each) => concurrent.includes(each));
}

/**
 * Identifies a case for programs: the same for the same case in every run, whatever its wording. A case of version 1,
 * or of another tool's recording, has its own name as its kind.
 */
export function caseLabel({ kind, detail, context = [], wrong }: CaseRecord): string {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(kind);
  const pointer = isSlug && wrong !== 'valid' ? wrong.pointer : '';
  return [kind, detail ?? '', pointer, ...context].filter((part) => part !== '').join(' ');
}
