import { isShrunk } from '../../journal/case-context.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/finding.ts';
import { attemptOf } from '../../journal/finding-source.ts';

/** The most examples of a finding. */
const keptExamples = 20;

/** Exchanges that show a finding together, and how clearly: the first difference counts, less is clearer. */
export interface Example {
  readonly exchanges: readonly string[];
  /** What was sent before it on the same connection, if that is part of the case. */
  readonly behind?: readonly string[];
  readonly rank: readonly number[];
  /** Breaks ties between examples that are equally clear. */
  readonly text: string;
}

/** An example from a case; without a case it is the least clear. */
export function exampleOf(finding: Finding, line: CaseLine | undefined): Example {
  const { exchanges, expected, actual } = finding;
  const text = JSON.stringify([expected, actual]);
  if (exchanges.length === 0) return { exchanges, rank: [2], text };
  if (line === undefined) return { exchanges, rank: [1], text };
  const behind = attemptOf(line, exchanges[0])?.behind;
  return { exchanges, behind, rank: [0, ...rankOf(finding, line)], text };
}

/**
 * A case of the requirement itself shows its finding best; then a request with nothing else wrong, the smallest that fails,
 * one sent alone, in the plain form, and with the shortest body.
 */
function rankOf({ requirement, exchanges }: Finding, line: CaseLine): number[] {
  const attempt = attemptOf(line, exchanges[0]);
  const { context = [], circumstances = {} } = line;
  const isValid = line.wrong === 'valid' && line.credential === 'valid';
  // A fault of the request is beside the point of an answer that is a success.
  const isSuccess = (attempt?.cameBack?.status ?? 500) < 400;
  const plain: Readonly<Record<string, string>> = { client: 'suite', connection: 'kept', framing: 'length' };
  const special = Object.entries(plain).filter(([kind, value]) =>
    circumstances[kind as keyof typeof circumstances]?.some((each) => each !== value),
  );
  return [
    line.requirement === requirement ? 0 : 1,
    isSuccess && !isValid ? 1 : 0,
    attempt?.role === 'control' ? 1 : 0,
    isShrunk(line) ? 0 : 1 + context.length,
    special.length,
    attempt?.bytes ?? 0,
  ];
}

/** Inserts an example at its place, if it is among the clearest. */
export function addExample(examples: Example[], example: Example): void {
  if (examples.some((each) => isTheSame(each, example))) {
    // The same exchanges: the first text counts, so that the order of lines does not matter.
    const index = examples.findIndex((each) => isTheSame(each, example));
    const known = examples[index];
    if (known !== undefined && compare(example, known) < 0) examples[index] = example;
    return;
  }
  const index = examples.findIndex((each) => compare(example, each) < 0);
  if (index >= 0) examples.splice(index, 0, example);
  else if (examples.length < keptExamples) examples.push(example);
  if (examples.length > keptExamples) examples.pop();
}

function isTheSame(one: Example, other: Example): boolean {
  return one === other || one.exchanges.join(' ') === other.exchanges.join(' ');
}

function compare(one: Example, other: Example): number {
  for (let index = 0; index < Math.max(one.rank.length, other.rank.length); index += 1) {
    const order = (one.rank[index] ?? 0) - (other.rank[index] ?? 0);
    if (order !== 0) return order;
  }
  const byId = compareIds(one.exchanges[0] ?? '', other.exchanges[0] ?? '');
  if (byId !== 0) return byId;
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}

/** The exchanges of the examples, the clearest first, each once. */
export function exchangesOf(examples: readonly Example[]): string[] {
  return [...new Set(examples.flatMap(({ exchanges }) => exchanges))].slice(0, keptExamples);
}
