import type { Behaviour } from './behaviour.ts';
import { answerBehaviours } from './behaviours/answers.ts';
import { connectionBehaviours } from './behaviours/connection.ts';
import { framingBehaviours } from './behaviours/framing.ts';
import { limitBehaviours } from './behaviours/limits.ts';
import { pageBehaviours } from './behaviours/pages.ts';
import { sizeBehaviours } from './behaviours/size.ts';
import { slowBehaviours } from './behaviours/slow.ts';
import { textBehaviours } from './behaviours/text.ts';
import { timeBehaviours } from './behaviours/time.ts';

/** Every misbehaving target, and some that are only slow, by the heading under which the table shows it. */
export const catalogue: Readonly<Record<string, readonly Behaviour[]>> = {
  Connections: connectionBehaviours,
  Framing: framingBehaviours,
  Sizes: sizeBehaviours,
  Texts: textBehaviours,
  Times: timeBehaviours,
  Pages: pageBehaviours,
  Limits: limitBehaviours,
  'Wrong responses': answerBehaviours,
  'Slow but correct responses': slowBehaviours,
};
