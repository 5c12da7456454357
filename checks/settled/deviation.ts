/** How an answer departs from a settled observation. */
export interface Deviation {
  /** JSON pointer into the body of the answer. */
  readonly pointer: string;
  readonly message: string;
  readonly actual: string;
}
