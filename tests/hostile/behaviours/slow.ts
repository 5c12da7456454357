import type { Behaviour } from '../behaviour.ts';
import { inFront, onUsers } from '../front.ts';
import { after, inParts } from '../late.ts';

/** Slow targets that do nothing wrong: a run takes as long as their responses do, so at `standard` it takes minutes. */
export const slowBehaviours: readonly Behaviour[] = [
  {
    name: 'each listing in parts, within the time',
    serve: () => inFront(inParts(8, 400), onUsers),
    statuses: [0],
    effort: 'quick',
  },
  {
    name: 'each listing after half of the time',
    serve: () => inFront(after(700), onUsers),
    statuses: [0],
    seconds: 240,
    effort: 'quick',
  },
  {
    name: 'each listing after two thirds of the time',
    serve: () => inFront(after(1_000), onUsers),
    statuses: [0],
    seconds: 240,
    effort: 'quick',
  },
];
