import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../settings/usage-error.ts';
import { compareIds } from './compare-ids.ts';
import { eachExchangeLine, exchangesDigest } from './exchanges.ts';
import { exchangesFile, runFile } from './journal.ts';
import type { JournalLine } from './journal-line.ts';
import { journalLines } from './journal-lines.ts';
import { hasFinalLiveness, type MergedFrame, mergeFrames } from './merge-frames.ts';
import { collectFrame, type RunFrame } from './run-frame.ts';
import { writeWhole } from './write-whole.ts';

/** The folder of a shard, and the frame of its part of the run. */
interface Part {
  readonly folder: string;
  readonly frame: RunFrame;
}

/**
 * Merges the results folders of a run's shards into one, in the order of the shards: apart from times, it is what a run
 * without shards would have written. What the shards have in common, such as the preflight, is in it once.
 * @throws UsageError if they are not all the shards of one run, or `into` is not empty.
 */
export function mergeFolders(folders: readonly string[], into: string): void {
  const parts = folders.map(partIn).sort((a, b) => compareIds(shardOf(a), shardOf(b)));
  const merged = mergeFrames(parts.map(({ frame }) => frame));
  const { shard } = merged.header.run;
  if (merged.problems.length > 0) throw new UsageError(merged.problems);
  if (shard !== null)
    throw new UsageError([`Only shard ${shard} is given. Give the folders of the other shards too.`]);
  mkdirSync(into, { recursive: true });
  if (readdirSync(into).length > 0)
    throw new UsageError([
      `${into} is not empty. Choose another --output folder, so that nothing is overwritten.`,
    ]);
  writeWhole(join(into, exchangesFile), mergedExchanges(parts));
  writeWhole(join(into, runFile), mergedLines(parts, merged, into));
}

function partIn(folder: string): Part {
  const frame = collectFrame(folder);
  for (const line of journalLines(folder)) frame.take(line);
  const part = { folder, frame: frame.frame() };
  const { failure } = part.frame.footer ?? {};
  // Its header says what could be told from wrong settings, so comparing it with others would mislead.
  if (failure?.status === 2)
    throw new UsageError([`The run in ${folder} did not begin: ${failure.causes.join(' ')} Run it again.`]);
  return part;
}

function shardOf({ frame }: Part): string {
  return frame.header.run.shard ?? '';
}

/** Each shard has its own preflight and final liveness check; those of the first that found something are kept. */
function* mergedExchanges(parts: readonly Part[]): Generator<string> {
  const first = parts.find(({ frame }) => hasFinalLiveness(frame.footer));
  for (const [place, part] of parts.entries()) {
    for (const { id, text } of eachExchangeLine(part.folder)) {
      const isKnown = id.startsWith('preflight@') ? place > 0 : isFinalLiveness(id) && part !== first;
      if (!isKnown) yield `${text}\n`;
    }
  }
}

/** Version 1 of the journal used another name. */
function isFinalLiveness(id: string): boolean {
  return id.startsWith('final-liveness@') || id.startsWith('last-meeting@');
}

const framing: readonly JournalLine['type'][] = ['run', 'preflight', 'waivers', 'footer'];

function* mergedLines(parts: readonly Part[], merged: MergedFrame, into: string): Generator<string> {
  const { header, preflight, waivers, footer } = merged;
  const written = (line: JournalLine): string => `${JSON.stringify(line)}\n`;
  yield written(header);
  if (waivers !== undefined) yield written({ type: 'waivers', waivers });
  if (preflight !== undefined) yield written(preflight);
  for (const { folder } of parts)
    for (const line of journalLines(folder)) if (!framing.includes(line.type)) yield written(line);
  if (footer !== undefined) yield written({ ...footer, exchanges: exchangesDigest(into) });
}
