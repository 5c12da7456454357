import type { CaseRecord } from './record.ts';

/**
 * What tells a case apart, for programs: the same for the same case in every run and every wording. A case of version 1, or
 * of another tool's recording, has its own name for a kind.
 */
export function caseLabel({ kind, detail, context = [], wrong }: CaseRecord): string {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(kind);
  const pointer = isSlug && wrong !== 'valid' ? wrong.pointer : '';
  return [kind, detail ?? '', pointer, ...context].filter((part) => part !== '').join(' ');
}
