/** Wrong usage or configuration: exit status 2. Each problem is a sentence that tells the user what to do. */
export class UsageError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
    this.problems = problems;
  }
}
