import type { CaseRecord } from './record.ts';

/**
 * Identifies a case for programs: the same for the same case in every run, whatever its wording. A case of version 1,
 * or of another tool's recording, has its own name as its kind.
 */
export function caseLabel({ kind, detail, context = [], wrong }: CaseRecord): string {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(kind);
  const pointer = isSlug && wrong !== 'valid' ? wrong.pointer : '';
  return [kind, detail ?? '', pointer, ...context].filter((part) => part !== '').join(' ');
}
