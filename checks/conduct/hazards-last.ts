import type { Hazard } from '../../session/hazards.ts';

/** Conducts cases concurrently, and then those with a hazard one after the other, so that at most one of them hangs. */
export async function conductHazardsLast<T extends { readonly hazard?: Hazard }>(
  cases: readonly T[],
  conduct: (each: T) => Promise<void>,
): Promise<void> {
  await Promise.all(cases.filter(({ hazard }) => hazard === undefined).map(conduct));
  for (const each of cases) if (each.hazard !== undefined) await conduct(each);
}
