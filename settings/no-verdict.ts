/** No verdict is possible (ruling 27): exit status 3. The message tells the user what to do. */
export class NoVerdict extends Error {
  /** What each operation responded with, for readers; absent if none responded. */
  readonly responses: Readonly<Record<string, string>>;
  constructor(message: string, responses: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'NoVerdict';
    this.responses = responses;
  }
}
