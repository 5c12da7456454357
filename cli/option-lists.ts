/** Collects the values of an option that takes several, with commas or repeated. */
export const collect = (value: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...value.split(',').map((each) => each.trim()),
];

/** Collects values that may contain a comma. */
export const collectWhole = (value: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  value,
];
