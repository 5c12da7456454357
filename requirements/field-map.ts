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
    return [{ requirement: id, pointer: subject.pointer, keywords }];
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
  return fieldMap(schema).find(matching(pointer, keyword));
}

/** Every row that matches a violation at this place, most specific first. */
export function rowsOf(schema: string, pointer: string, keyword: string): readonly FieldRow[] {
  return fieldMap(schema).filter(matching(pointer, keyword));
}

function matching(pointer: string, keyword: string): (row: FieldRow) => boolean {
  const given = stepsOf(pointer);
  return (row) => (row.keywords?.includes(keyword) ?? true) && areWithin(stepsOf(row.pointer), given);
}

function depth(pointer: string): number {
  return stepsOf(pointer).length;
}

/** Whether a place is that of a row, or below it. */
export function isWithin(pattern: string, pointer: string): boolean {
  return areWithin(stepsOf(pattern), stepsOf(pointer));
}

function areWithin(pattern: readonly string[], given: readonly string[]): boolean {
  return (
    pattern.length <= given.length && pattern.every((step, index) => step === '*' || step === given[index])
  );
}

/** Generating asks for the same few places thousands of times; those of a response can be any number. */
const knownSteps = new Map<string, readonly string[]>();
const keptSteps = 2_000;

function stepsOf(pointer: string): readonly string[] {
  const known = knownSteps.get(pointer);
  if (known !== undefined) return known;
  const steps = pointer.split('/');
  if (knownSteps.size < keptSteps) knownSteps.set(pointer, steps);
  return steps;
}
