/** How many problems are told at once: a file may have one in each of its lines. */
const toldAtMost = 20;

/** Wrong usage or configuration: exit status 2. Each problem is a sentence that tells the user what to do. */
export class UsageError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const more = problems.length - toldAtMost;
    const told = more > 0 ? [...problems.slice(0, toldAtMost), `There are ${more} more.`] : problems;
    super(told.join('\n'));
    this.name = 'UsageError';
    this.problems = told;
  }
}
