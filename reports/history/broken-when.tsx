import type { VNode } from 'preact';
import { visibleText } from '../html/exchange/visible-text.ts';
import { checkFragment, linkTo } from '../html/fragments.ts';
import { brokenWhen, type HistoryLine, type Night } from './history.ts';

/**
 * When each requirement was broken, in words.
 * @param hasCheck whether the page has an entry for a requirement on an operation, to link to
 */
export function BrokenWhen(props: {
  nights: readonly Night[];
  lines: readonly HistoryLine[];
  hasCheck: (line: HistoryLine) => boolean;
}): VNode {
  const { nights, lines, hasCheck } = props;
  return (
    <ul class="broken-when">
      {lines.map((line) => {
        const name = visibleText(`${line.requirement} · ${line.operation}`, 120);
        return (
          <li key={name}>
            {hasCheck(line) ? (
              <a href={linkTo(checkFragment(line.requirement, line.operation))}>{name}</a>
            ) : (
              name
            )}{' '}
            {brokenWhen(line, nights)}
          </li>
        );
      })}
    </ul>
  );
}
