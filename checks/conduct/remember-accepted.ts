import type { Conductor } from '../../session/conductor.ts';
import type { Answer } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';

/** A configured execute body that was accepted, even wrongly, may no longer be usable (ruling 14). */
export function rememberAccepted(
  { bodies }: Conductor,
  index: number | undefined,
  answer: Answer | undefined,
): void {
  if (index !== undefined && wasAccepted(answer)) bodies.markAccepted(index);
}
