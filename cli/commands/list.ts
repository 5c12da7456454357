import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { everyFault as faults, everyVariant as variants } from '../../reference/changes.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { operations } from '../../schemas/openapi.ts';
import { profileNames } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { isJson } from '../output/option-values.ts';
import { say } from '../output/say.ts';

/** The items of each kind, as JSON and as lines. */
const kinds: Readonly<Record<string, { items(): readonly object[]; lines(): readonly string[] }>> = {
  requirements: kindOf(
    () =>
      requirements.map(({ id, level, section, operations: on, statement, quote, excluded = null }) => {
        return { id, level, section, operations: on, statement, quote, excluded };
      }),
    ({ id, level, excluded, statement }) =>
      row([id, 34], [excluded === null ? level : 'excluded', 9], [statement, 110]),
  ),
  operations: kindOf(
    () => Object.entries(operations).map(([operation, { method, path }]) => ({ operation, method, path })),
    ({ operation, method, path }) => row([operation, 20], [method, 5], [path, 60]),
  ),
  profiles: kindOf(
    () => profileNames.map((id) => ({ id })),
    ({ id }) => id,
  ),
  faults: kindOf(
    () =>
      faults.map(({ id, title, operations: on, requirements: broken, quote, when, only = null }) => {
        return { id, title, operations: on, requirements: broken, quote, when, only };
      }),
    ({ id, title }) => row([id, 60], [title, 110]),
  ),
  variants: kindOf(
    () => variants.map(({ id, title, operations: on, quote }) => ({ id, title, operations: on, quote })),
    ({ id, title }) => row([id, 40], [title, 110]),
  ),
  schemas: kindOf(bundleSchemas, ({ id, path, sha256 }) => `${id}\n  ${path}\n  SHA-256 ${sha256}`),
};

function kindOf<Item extends object>(items: () => readonly Item[], line: (item: Item) => string) {
  return { items, lines: () => items().map(line) };
}

/** What `list` can list. */
export const listKinds: readonly string[] = Object.keys(kinds);

/** Prints all items of a kind, one per line or as a JSON array; their numbers if no kind is given. */
export function list(kind: string | undefined, { format }: Options<'list'>): number {
  const asJson = isJson(format);
  if (kind === undefined) {
    const counts = Object.entries(kinds).map(([name, { items }]) => [name, items().length] as const);
    say(
      ...(asJson
        ? [JSON.stringify(Object.fromEntries(counts), null, 2)]
        : counts.map(([name, count]) => row([name, 14], [String(count), 6]))),
    );
    return exitStatus.conformant;
  }
  const { items, lines } = kinds[kind] ?? unknown(kind);
  say(...(asJson ? [JSON.stringify(items(), null, 2)] : lines()));
  return exitStatus.conformant;
}

function unknown(kind: string): never {
  throw new UsageError([`There is no list of "${kind}". Use one of ${listKinds.join(', ')}.`]);
}

function row(...cells: (readonly [text: string, width: number])[]): string {
  return cells
    .map(([text, width]) => (text.length >= width ? `${text} ` : text.padEnd(width)))
    .join('')
    .trimEnd();
}

const names = ['statement', 'verdict', 'manifest', 'challenge', 'status-list'];

/** The schemas of what certificates consist of, with their paths in the package and the digests of their files. */
function bundleSchemas() {
  return names.map((name) => {
    const path = `certificate/${name}.schema.json`;
    const bytes = readFileSync(new URL(`../../${path}`, import.meta.url));
    const { $id, title } = JSON.parse(bytes.toString()) as { readonly $id: string; readonly title: string };
    return { id: $id, title, path: `dist/${path}`, sha256: hash('sha256', bytes, 'hex') };
  });
}
