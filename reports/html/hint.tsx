import type { VNode } from 'preact';
import { type Hint, stacksNamed } from '../report/hint.ts';

/** The usual causes of a finding and the settings of common stacks, each with a link to its source. */
export function HintText({ hint }: { hint: Hint }): VNode {
  return (
    <>
      {hint.title}
      {hint.stacks.slice(0, stacksNamed).map(({ name, remedy, source }) => (
        <>
          {' '}
          <a key={name} href={source} rel="noreferrer">
            {name}
          </a>
          : {remedy}
        </>
      ))}
    </>
  );
}
