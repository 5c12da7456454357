import { everyFault as faults, everyVariant as variants } from '../../reference/changes.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { operations } from '../../schemas/openapi.ts';
import { profileNames } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { say } from '../output/say.ts';

const kinds: Readonly<Record<string, () => readonly string[]>> = {
  requirements: () =>
    requirements.map(({ id, level, excluded, statement }) =>
      row([id, 34], [excluded === undefined ? level : 'excluded', 9], [statement, 110]),
    ),
  operations: () =>
    Object.entries(operations).map(([stem, { method, path }]) => row([stem, 20], [method, 5], [path, 60])),
  profiles: () => [...profileNames],
  faults: () => faults.map(({ id, title }) => row([id, 60], [title, 110])),
  variants: () => variants.map(({ id, title }) => row([id, 40], [title, 110])),
};

/** Prints all items of a kind, one per line; an overview if no kind is given. */
export function list(kind: string | undefined): number {
  const lines =
    kind === undefined
      ? Object.entries(kinds).map(([name, entries]) => row([name, 14], [String(entries().length), 6]))
      : (kinds[kind] ?? unknown(kind))();
  say(...lines);
  return 0;
}

function unknown(kind: string): never {
  throw new UsageError([`There is no list of "${kind}". Use one of ${Object.keys(kinds).join(', ')}.`]);
}

function row(...cells: (readonly [text: string, width: number])[]): string {
  return cells
    .map(([text, width]) => (text.length >= width ? `${text} ` : text.padEnd(width)))
    .join('')
    .trimEnd();
}
