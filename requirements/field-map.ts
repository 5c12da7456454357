import { requirements } from './catalogue.ts';

/** Which requirement speaks of a field, and of everything below it that has no row of its own. */
export interface FieldRow {
  readonly requirement: string;
  /** A JSON pointer in which `*` stands for every index. */
  readonly pointer: string;
  /** The keywords meant; where absent, all that no other row of this pointer names. */
  readonly keywords?: readonly string[];
}

const maps = new Map<string, readonly FieldRow[]>();

/** The fields of a schema with the requirements that demand their form, by the subjects in requirements/; more specific rows first. */
export function fieldMap(schema: string): readonly FieldRow[] {
  const known = maps.get(schema);
  if (known !== undefined) return known;
  const rows = requirements.flatMap(({ id, level, answers, subject, keywords }): FieldRow[] => {
    const demandsForm = level !== 'OPEN' && answers?.includes('success') !== true && keywords?.length !== 0;
    if (subject?.schema !== schema || !demandsForm) return [];
    return [{ requirement: id, pointer: subject.pointer, ...(keywords === undefined ? {} : { keywords }) }];
  });
  const map = rows.sort(
    (one, other) =>
      depth(other.pointer) - depth(one.pointer) ||
      Number(one.keywords === undefined) - Number(other.keywords === undefined),
  );
  maps.set(schema, map);
  return map;
}

/** The row of the map that a violation at this place belongs to: that of the field, or of the nearest one above it. */
export function fieldRow(schema: string, pointer: string, keyword: string): FieldRow | undefined {
  return fieldMap(schema).find(
    (row) => isWithin(row.pointer, pointer) && (row.keywords?.includes(keyword) ?? true),
  );
}

function depth(pointer: string): number {
  return pointer.split('/').length;
}

function isWithin(pattern: string, pointer: string): boolean {
  const given = pointer.split('/');
  return pattern
    .split('/')
    .every((part, index) => given[index] !== undefined && (part === '*' || part === given[index]));
}
