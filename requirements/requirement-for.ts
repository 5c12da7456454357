import { requirement, requirements } from './catalogue.ts';
import { fieldMap, fieldRow } from './field-map.ts';
import type { Requirement } from './requirement.ts';

/** Whether a request must be rejected, must be accepted, or is only observed. */
export type Demand = 'rejected' | 'accepted' | 'observed';

/** What a requirement demands of the requests that it is about, by its allowed answers. */
export function demandOf({ level, answers }: Pick<Requirement, 'level' | 'answers'>): Demand {
  if (level === 'OPEN' || answers === undefined) return 'observed';
  if (!answers.includes('success')) return 'rejected';
  return answers.length === 1 ? 'accepted' : 'observed';
}

/** What is wrong with a body: place and keyword; without a place, the whole body. */
export interface BodyFault {
  readonly pointer?: string;
  readonly keyword: string;
}

/** The requirement that bodies with this fault belong to; undefined if there is none, or if it has another demand. */
export function requirementFor(
  schema: string,
  { pointer = '', keyword }: BodyFault,
  demand?: Demand,
): string | undefined {
  const id = fieldRow(schema, pointer, keyword)?.requirement;
  if (id === undefined || demand === undefined) return id;
  return demandOf(requirement(id)) === demand ? id : undefined;
}

/** The requirements with this demand that bodies of a schema belong to, in the order of the document. */
export function requirementsFor(schema: string, demand: Demand): readonly string[] {
  const ids = new Set(fieldMap(schema).map((row) => row.requirement));
  return requirements.filter((each) => ids.has(each.id) && demandOf(each) === demand).map(({ id }) => id);
}

/**
 * The requirement of a kind of credential or query parameter.
 * @throws Error unless exactly one requirement has it.
 */
export function requirementForKind(kind: string): string {
  const [found, ...others] = requirements.filter(({ kinds }) => kinds?.includes(kind));
  if (found === undefined || others.length > 0)
    throw new Error(`Exactly one requirement must have the kind ${kind}; see kinds in requirements/.`);
  return found.id;
}
