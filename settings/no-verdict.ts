/** No verdict is possible (ruling 27): exit status 3. The message tells the user what to do. */
export class NoVerdict extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoVerdict';
  }
}
