import type { VNode } from 'preact';
import { type Hint, stacksNamed } from '../report/hint.ts';

/** What usually causes a finding, and what to set in some stacks, with links to what says so. */
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
