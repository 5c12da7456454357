import { leniencies, leniencyOf } from '../generators/leniencies/catalogue.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import { malformedBodies } from '../generators/malformed-json.ts';
import type { Sampling } from '../generators/sampling.ts';
import { requirements } from '../requirements/catalogue.ts';
import { demandOf, requirementFor } from '../requirements/requirement-for.ts';
import { operationDefinitions } from './operations.ts';
import { violations } from './violations.ts';

const everything: Sampling = { amount: 'all', seed: 'leniencies' };

let collected: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The leniencies that break a requirement, in the order of the catalogue. */
export function leniencyListOf(requirement: string): Leniency[] {
  const kinds = kindsByRequirement().get(requirement);
  return kinds === undefined ? [] : leniencies.filter(({ id }) => kinds.has(id));
}

/** The requirements that a leniency breaks, in the order in which requests show them. */
export function brokenBy(leniency: string): string[] {
  return [...kindsByRequirement()]
    .filter(([, kinds]) => kinds.has(leniency))
    .map(([requirement]) => requirement);
}

/** Collected once, because it generates every request that can be derived from a body. */
function kindsByRequirement(): ReadonlyMap<string, ReadonlySet<string>> {
  collected ??= collect();
  return collected;
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (requirement: string | undefined, kind: string): void => {
    if (requirement === undefined || leniencyOf(kind) === undefined) return;
    found.set(requirement, (found.get(requirement) ?? new Set()).add(kind));
  };
  for (const { operation, fullBody } of operationDefinitions) {
    if (fullBody === undefined) continue;
    const stem = `${operation}.request` as const;
    const body = fullBody();
    const made = [
      ...violations(stem, body, () => true, everything),
      ...malformedBodies(Buffer.from(JSON.stringify(body)), everything),
    ];
    for (const each of made) add(requirementFor(stem, each, 'rejected'), each.kind);
  }
  for (const each of leniencies) for (const requirement of requirementsFor(each)) add(requirement, each.id);
  return found;
}

/** The requirements that claim a leniency of keys or credentials by its kind or keyword, and demand a rejection. */
function requirementsFor({ id, area, keyword }: Leniency): string[] {
  if (area !== 'key-data' && area !== 'credential') return [];
  return requirements
    .filter(({ kinds = [] }) => kinds.includes(id) || kinds.includes(keyword))
    .filter((each) => demandOf(each) === 'rejected')
    .map((each) => each.id);
}
