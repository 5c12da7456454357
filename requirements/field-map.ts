import { requirements } from './catalogue.ts';

/** The requirement for a field and everything below it that has no row of its own. */
export interface FieldRow {
  readonly requirement: string;
  /** A JSON pointer in which `*` matches every index or member. */
  readonly pointer: string;
  /** The keywords; if absent, all that no other row names. */
  readonly keywords?: readonly string[];
}

const maps = new Map<string, readonly FieldRow[]>();

/**
 * The requirements for the form of a schema's fields, by their subjects in requirements/: rows of single keywords
 * first, then more specific places first.
 */
export function fieldMap(schema: string): readonly FieldRow[] {
  const known = maps.get(schema);
  if (known !== undefined) return known;
  const rows = requirements.flatMap(({ id, level, answers, subject, keywords }): FieldRow[] => {
    const isWanted =
      keywords === undefined
        ? level !== 'OPEN' && answers?.includes('success') !== true
        : keywords.length > 0;
    if (subject?.schema !== schema || !isWanted) return [];
    return [{ requirement: id, pointer: subject.pointer, ...(keywords === undefined ? {} : { keywords }) }];
  });
  const map = rows.sort(
    (one, other) =>
      Number(one.keywords === undefined) - Number(other.keywords === undefined) ||
      depth(other.pointer) - depth(one.pointer),
  );
  maps.set(schema, map);
  return map;
}

/** The row for a violation at this place: that of the field, or of the nearest one above it. */
export function fieldRow(schema: string, pointer: string, keyword: string): FieldRow | undefined {
  return rowsOf(schema, pointer, keyword)[0];
}

/** Every row that matches a violation at this place, most specific first. */
export function rowsOf(schema: string, pointer: string, keyword: string): readonly FieldRow[] {
  return fieldMap(schema).filter(
    (row) => isWithin(row.pointer, pointer) && (row.keywords?.includes(keyword) ?? true),
  );
}

function depth(pointer: string): number {
  return pointer.split('/').length;
}

/** Whether a place is that of a row, or below it. */
export function isWithin(pattern: string, pointer: string): boolean {
  const given = pointer.split('/');
  return pattern
    .split('/')
    .every((part, index) => given[index] !== undefined && (part === '*' || part === given[index]));
}
