/** Options of `judge` as commander gives them. */
export interface JudgeOptions {
  readonly profile?: string;
  readonly strict?: boolean;
}
