import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../requirements/requirement.ts';
import { UsageError } from '../settings/usage-error.ts';
import { compareIds } from './compare-ids.ts';
import { createSetDigest, eachExchangeLine } from './exchanges.ts';
import { exchangesFile, runFile } from './journal.ts';
import type { Footer, JournalLine, PreflightLine, RunHeader } from './journal-line.ts';
import { filesIn, newLines } from './journal-lines.ts';
import { writeWhole } from './open-regular.ts';
import { changedSince, collectFrame, type RunFrame, wholeRun } from './run-journal.ts';
import type { OperationState } from './target-facts.ts';

/** The folder of a shard, read up to its first case. */
interface Part {
  readonly folder: string;
  /** What has been read of the lines around the cases; the footer is there when the rest was read. */
  readonly frame: ReturnType<typeof collectFrame>;
  readonly first: JournalLine | undefined;
  readonly rest: Iterable<JournalLine>;
}

/**
 * Merges the results folders of a run's shards into one, in the order of the shards: apart from times, it is what a run
 * without shards would have written. What the shards have in common, such as the preflight, is in it once.
 * @throws UsageError if they are not all the shards of one run, or `into` is not empty.
 */
export function mergeFolders(folders: readonly string[], into: string): void {
  const parts = folders.map(partIn).sort((a, b) => compareIds(shardOf(a), shardOf(b)));
  const merged = mergedFrame(parts.map(({ frame }) => frame.frame()));
  mkdirSync(into, { recursive: true });
  if (readdirSync(into).length > 0)
    throw new UsageError([
      `${into} is not empty. Choose another --output folder, so that nothing is overwritten.`,
    ]);
  const writeExchanges = (): Footer['exchanges'] => {
    const digest = createSetDigest();
    writeWhole(join(into, exchangesFile), mergedExchanges(parts, digest));
    return digest.value();
  };
  writeWhole(join(into, runFile), mergedLines(parts, merged, writeExchanges));
}

function partIn(folder: string): Part {
  const frame = collectFrame(folder);
  const lines = newLines(filesIn(folder)).ofRun(true);
  const rest = withoutFrame(lines, frame);
  const first = rest.next().value ?? undefined;
  const { failure } = frame.frame().footer ?? {};
  const { shard } = frame.frame().header.run;
  if (shard !== null && !(typeof shard === 'string' && /^\d{1,4}\/[1-9]\d{0,3}$/.test(shard)))
    throw new UsageError([`The run in ${folder} is no shard that there is. Give unchanged results folders.`]);
  // Its header says what could be told from wrong settings, so comparing it with others would mislead.
  if (failure?.status === 2)
    throw new UsageError([`The run in ${folder} did not begin: ${failure.causes.join(' ')} Run it again.`]);
  return { folder, frame, first, rest };
}

/** The lines between those around the cases, which the frame gets. */
function* withoutFrame(
  lines: Iterable<{ readonly line: JournalLine }>,
  frame: Part['frame'],
): Generator<JournalLine> {
  for (const { line } of lines)
    if (framing.includes(line.type)) frame.take(line);
    else yield line;
}

function shardOf({ frame }: Part): string {
  return frame.frame().header.run.shard ?? '';
}

/**
 * Each shard has its own preflight and final liveness check; those of the first that found something are kept.
 * @param digest gets what is kept
 * @throws UsageError if the exchanges of a shard have changed since it ended
 */
function* mergedExchanges(
  parts: readonly Part[],
  digest: ReturnType<typeof createSetDigest>,
): Generator<string> {
  const first = parts.find(({ frame }) => hasFinalLiveness(frame.frame().footer));
  for (const [place, part] of parts.entries()) {
    const own = createSetDigest();
    for (const { id, bytes, whole } of eachExchangeLine(part.folder)) {
      if (whole) own.add(bytes);
      const isKnown = id.startsWith('preflight@') ? place > 0 : isFinalLiveness(id) && part !== first;
      if (isKnown) continue;
      digest.add(bytes);
      yield `${bytes}\n`;
    }
    // The merged run has a digest of its own, so what was changed before would not be found any more.
    const { footer } = part.frame.frame();
    const [changed] = footer === undefined ? [] : changedSince(footer, own.value());
    if (changed !== undefined)
      throw new UsageError([`${part.folder} cannot be merged. ${changed} Give unchanged results folders.`]);
  }
}

function isFinalLiveness(id: string): boolean {
  return id.startsWith('final-liveness@');
}

const framing: readonly JournalLine['type'][] = ['run', 'preflight', 'waivers', 'footer'];

/** @param writeExchanges writes those of all shards, whose footers have been read by then */
function* mergedLines(
  parts: readonly Part[],
  merged: RunFrame,
  writeExchanges: () => Footer['exchanges'],
): Generator<string> {
  const { header, preflight, waivers } = merged;
  const written = (line: JournalLine): string => `${JSON.stringify(line)}\n`;
  yield written(header);
  if (waivers !== undefined) yield written({ type: 'waivers', waivers });
  if (preflight !== undefined) yield written(preflight);
  for (const { first, rest } of parts) {
    if (first !== undefined) yield written(first);
    for (const line of rest) yield written(line);
  }
  const footers = parts.map(({ frame }) => frame.frame().footer);
  const footer = mergeFooters(footers, writeExchanges());
  if (footer !== undefined) yield written(footer);
}

/**
 * What precedes the cases of the run that these are all the shards of, in their order.
 * @throws UsageError if they are not
 */
function mergedFrame(frames: readonly RunFrame[]): RunFrame {
  const [first] = frames;
  if (first === undefined)
    throw new UsageError(['There is no journal to merge. Give at least one results folder.']);
  refuseOthers(frames);
  const missing = missingShards(frames.map(({ header }) => header.run.shard));
  if (missing.length > 0)
    throw new UsageError(
      frames.length === 1
        ? [`Only shard ${first.header.run.shard} is given. Give the folders of the other shards too.`]
        : missing.map((shard) => `Shard ${shard} is missing.`),
    );
  if (frames.length === 1) return wholeRun(first);
  return {
    header: {
      ...first.header,
      run: { ...first.header.run, shard: null },
      startedAt: frames.map(({ header: { startedAt } }) => startedAt).sort()[0] ?? first.header.startedAt,
    },
    preflight: mergePreflights(frames.flatMap((frame) => frame.preflight ?? [])),
    waivers: first.waivers,
  };
}

function refuseOthers(frames: readonly RunFrame[]): void {
  const headers = frames.map(({ header }) => header);
  const what: readonly (readonly [string, (header: RunHeader) => unknown])[] = [
    ['suites', ({ suite }) => [suite.name, suite.version]],
    ['documents', ({ document }) => document.sha256],
    ['profiles', ({ profile }) => profile],
    ['targets', ({ target }) => [target.kind, target.baseUrl]],
    ['seeds', ({ run }) => run.seed],
    ['nonces', ({ run }) => run.nonce],
    ['efforts', ({ run }) => run.effort],
    ['numbers of cases', ({ run }) => run.cases],
    ['disguises', ({ run }) => [run.disguise, run.undisguised, run.userAgent]],
    ['selections', ({ run }) => run.only],
    ['numbers of shards', ({ run }) => run.shard?.split('/')[1]],
  ];
  const differing = what.filter(
    ([, value]) => new Set(headers.map((header) => JSON.stringify(value(header)))).size > 1,
  );
  const waived = new Set(frames.map(({ waivers }) => JSON.stringify(waivers ?? [])));
  if (differing.length > 0 || waived.size > 1) {
    const names = [...differing.map(([name]) => name), ...(waived.size > 1 ? ['waivers'] : [])].join(', ');
    throw new UsageError([
      `These are not shards of one run: they have different ${names}. Run each with the same options and the same --nonce.`,
    ]);
  }
  const shards = headers.map(({ run }) => run.shard);
  const twice = shards.find((shard, index) => shards.indexOf(shard) !== index);
  if (twice !== undefined) {
    const named = twice === null ? 'a whole run' : `shard ${twice}`;
    throw new UsageError([`Two of the journals contain ${named}. Give each shard of a run once.`]);
  }
}

function missingShards(shards: readonly (string | null)[]): string[] {
  const total = Number(shards[0]?.split('/')[1] ?? 0);
  return Array.from({ length: total }, (_, index) => `${index + 1}/${total}`).filter(
    (shard) => !shards.includes(shard),
  );
}

/** An operation counts as not responding only if every shard found that; otherwise its checks report what they found. */
function mergePreflights(lines: readonly PreflightLine[]): PreflightLine | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const merged = Object.entries(first.facts.operations).map(([operation, state]) => {
    const same = lines.every((line) => line.facts.operations[operation as Operation].state === state.state);
    return [operation, same ? state : { state: 'answers', detail: '' }] as const;
  });
  const operations = Object.fromEntries(merged) as Record<Operation, OperationState>;
  return { ...first, facts: { ...first.facts, operations } };
}

/** @param exchanges of all of them */
function mergeFooters(
  footers: readonly (Footer | undefined)[],
  exchanges: Footer['exchanges'],
): Footer | undefined {
  const there = footers.filter((footer) => footer !== undefined);
  if (there.length < footers.length) return undefined;
  const finished = there.map(({ finishedAt }) => finishedAt).sort();
  return {
    type: 'footer',
    finishedAt: finished.at(-1) ?? '',
    ended: there.every(({ ended }) => ended === 'complete') ? 'complete' : 'interrupted',
    failure: there.find(({ failure }) => failure !== undefined)?.failure,
    targetGone: there.some(({ targetGone }) => targetGone) || undefined,
    ...mergeStopped(there),
    exchanges,
  };
}

/** What each shard found stands; evidence is kept of the first that found something (`mergeFolders`). */
function mergeStopped(footers: readonly Footer[]): Pick<Footer, 'stopped'> {
  const [first, ...others] = footers.filter(hasFinalLiveness).map(({ stopped = {} }) => stopped);
  const withoutEvidence = others
    .flatMap((stopped) => Object.keys(stopped))
    .map((operation) => [operation, []]);
  const stopped = { ...Object.fromEntries(withoutEvidence), ...first };
  return Object.keys(stopped).length === 0 ? {} : { stopped };
}

/** Whether the final liveness check found something, so that its exchanges were kept. */
function hasFinalLiveness(footer: Footer | undefined): boolean {
  return footer?.targetGone === true || footer?.stopped !== undefined;
}
