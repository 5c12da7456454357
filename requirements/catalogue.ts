import { readdirSync, readFileSync } from 'node:fs';
import { operationStems } from '../schemas/openapi.ts';
import { probablyMeant } from './nearest-ids.ts';
import type { Need, Operation, Requirement } from './requirement.ts';

interface SectionFile {
  readonly section: string;
  readonly requirements: readonly [FiledRequirement, ...FiledRequirement[]];
}

/** A requirement in a file; `every` means all operations. */
interface FiledRequirement extends Omit<Requirement, 'section' | 'operations'> {
  readonly operations: Requirement['operations'] | 'every';
}

const folder = new URL('./', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const documentLines = read('interface.md').split('\n');

/** In the order of interface.md, so that lists and reports have the same order; unknown sections come last. */
const sections = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
  .sort()
  .map((name) => JSON.parse(read(name)) as SectionFile)
  .map((file) => ({ file, line: lineOf(file) }))
  .sort((one, other) => one.line - other.line)
  .map(({ file }) => file);

/** The line of the document with the quote of the first requirement, below the heading of its section. */
function lineOf({ section, requirements: [{ quote }] }: SectionFile): number {
  const heading = documentLines.findIndex((line) => /^#+ /.test(line) && line.endsWith(` ${section}`));
  if (heading === -1) return documentLines.length;
  const below = documentLines.slice(heading).findIndex((line) => line.includes(quote));
  return heading + Math.max(0, below);
}

/** Every requirement of interface.md, including excluded ones, in the order of the document. */
export const requirements: readonly Requirement[] = sections.flatMap(({ section, requirements: clauses }) =>
  clauses.map(({ operations, ...clause }) => ({
    ...clause,
    section,
    operations: operations === 'every' ? operationStems : operations,
  })),
);

/** Every requirement on each of its operations; excluded ones have none. */
export const judgedPairs = requirements.flatMap((entry) =>
  entry.operations.map((operation) => ({ entry, operation })),
);

const byId: ReadonlyMap<string, Requirement> = new Map(requirements.map((clause) => [clause.id, clause]));

/**
 * The requirement with this id.
 * @throws Error that names the one that was probably meant if there is none.
 */
export function requirement(id: string): Requirement {
  const found = byId.get(id);
  if (found === undefined) {
    const meant = probablyMeant(id, [...byId.keys()]);
    const hint =
      meant === undefined ? '`ledger-conformance list requirements` lists them.' : `Did you mean ${meant}?`;
    throw new Error(`There is no requirement ${id}. ${hint}`);
  }
  return found;
}

/** What must be configured for this requirement to count as exercised on this operation. */
export function needsOf({ needs }: Requirement, operation: Operation): readonly Need[] {
  if (needs === undefined) return [];
  return isList(needs) ? needs : (needs[operation] ?? []);
}

function isList(needs: NonNullable<Requirement['needs']>): needs is readonly Need[] {
  return Array.isArray(needs);
}
