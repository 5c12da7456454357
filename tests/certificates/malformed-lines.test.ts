import { beforeAll, expect, test } from 'vitest';
import { exchangeLines, exchangesPath, runLines, runPath } from '../../certificate/evidence-lines.ts';
import { BundleRefused } from '../../certificate/refusal.ts';
import { sharedCertificate, text } from './certificate.ts';

/** What replaces each member of a line in turn; undefined leaves it out. */
const replacements = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  '\0',
  '__proto__',
  [],
  [null],
  [[[]]],
  {},
  { x: 1 },
];

const journal: string[] = [];
const exchanges: string[] = [];

beforeAll(async () => {
  const { files } = await sharedCertificate();
  const seen = new Set<string>();
  for (const line of text(files, runPath).split('\n').slice(0, -1)) {
    const type = /^\{"type":"(\w+)"/.exec(line)?.[1] ?? '';
    if (!seen.has(type)) journal.push(line);
    seen.add(type);
  }
  exchanges.push(...text(files, exchangesPath).split('\n').slice(0, 3));
}, 900_000);

/** Every path into a value. */
function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...path, key]);
}

function replacedAt(line: string, path: readonly string[], value: unknown): string {
  const changed = JSON.parse(line) as Record<string, unknown>;
  let at = changed;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return JSON.stringify(changed);
}

/** Why a line is refused; undefined if it has the form of one. */
function refusal(path: string, line: string): string | undefined {
  const files = new Map([[path, Buffer.from(`${line}\n`)]]);
  try {
    for (const _ of path === runPath ? runLines(files) : exchangeLines(files));
    return undefined;
  } catch (error) {
    // Anything else would be a failure of the suite.
    if (!(error instanceof BundleRefused)) throw error;
    return `${error.kind}: ${error.message}`;
  }
}

test.for([
  [runPath, journal],
  [exchangesPath, exchanges],
] as const)(
  'Whatever stands in place of a member of a line of %s, the line is accepted or refused with its number.',
  { timeout: 900_000 },
  ([path, lines]) => {
    let refused = 0;
    for (const line of lines) {
      expect(refusal(path, line)).toBeUndefined();
      for (const at of pathsIn(JSON.parse(line))) {
        for (const value of replacements) {
          const said = refusal(path, replacedAt(line, at, value));
          if (said === undefined) continue;
          refused += 1;
          if (!said.startsWith(`schema: ${path}, line 1,`)) expect.fail(`${at.join('/')}: ${said}`);
        }
      }
    }
    expect(lines.length).toBeGreaterThan(2);
    expect(refused).toBeGreaterThan(500);
  },
);
