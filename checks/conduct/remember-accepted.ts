import type { Conductor } from '../../session/conductor.ts';
import type { Answer } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';

/** A configured execute body that was accepted, even where it should not have been, may be usable no more (ruling 14). */
export function rememberAccepted(
  { bodies }: Conductor,
  index: number | undefined,
  answer: Answer | undefined,
): void {
  if (index !== undefined && wasAccepted(answer)) bodies.markAccepted(index);
}
