/** What a statement says of how the run came about, from the weakest to the strongest. */
export const assuranceKinds = ['self-declared', 'challenged', 'witnessed'] as const;

export type AssuranceKind = (typeof assuranceKinds)[number];
