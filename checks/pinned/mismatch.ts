/** How an answer departs from a pinned observation. */
export interface Mismatch {
  /** JSON pointer into the body of the answer. */
  readonly pointer: string;
  readonly message: string;
  readonly actual: string;
}
