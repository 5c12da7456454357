import type { Block } from '../blocks.ts';

/** Checks blocks of a kind. */
export interface Verifier {
  /** What is checked, for a reader of the list. */
  readonly name: string;
  claims(block: Block): boolean;
  /** A sentence for each thing that is wrong with the block. */
  problems(block: Block): readonly string[] | Promise<readonly string[]>;
}
