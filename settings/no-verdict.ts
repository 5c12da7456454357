/** There can be no verdict at all (ruling 27): exit status 3. The message is a sentence that says what to do. */
export class NoVerdict extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoVerdict';
  }
}
