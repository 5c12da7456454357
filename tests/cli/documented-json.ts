import { expect } from 'vitest';
import { textOf } from '../docs/documents.ts';
import { emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';

const page = textOf('docs/json-output.md');

/** What a command prints with `--format json`. */
export async function json(
  args: readonly string[],
  settings: Record<string, string> = {},
  cwd = emptyFolder(),
): Promise<{ status: number | null; value: unknown }> {
  const { status, stdout, stderr } = await commandHere([...args, '--format', 'json'], { cwd, settings });
  expect(stderr).toBe('');
  return { status, value: JSON.parse(stdout) };
}

/** Every member of an object is named on the page. */
export function expectDocumented(value: unknown): void {
  const names = Object.keys(value as object);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
}
