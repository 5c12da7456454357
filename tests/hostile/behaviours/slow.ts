import type { Behaviour } from '../behaviour.ts';
import { inFront, onUsers } from '../front.ts';
import { after, inParts } from '../late.ts';

/** Slow targets that do nothing wrong: a run takes as long as their responses do, so at `standard` it takes minutes. */
export const slowBehaviours: readonly Behaviour[] = [
  {
    name: 'listings in parts, within the timeout',
    serve: () => inFront(inParts(8, 400), onUsers),
    statuses: [0],
    effort: 'quick',
  },
  {
    name: 'listings after half the timeout',
    serve: () => inFront(after(700), onUsers),
    statuses: [0],
    seconds: 240,
    effort: 'quick',
  },
  {
    name: 'listings after two thirds of the timeout',
    serve: () => inFront(after(1_000), onUsers),
    statuses: [0],
    seconds: 240,
    effort: 'quick',
  },
];
