import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { UsageError } from './usage-error.ts';

/** A part of a run: `index` of `total`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/**
 * Reads `2/7`.
 * @throws UsageError where it is something else.
 */
export function readShard(text: string): Shard {
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), total: Number(total) };
  if (index === undefined || shard.index > shard.total)
    throw new UsageError([`--shard ${text} is invalid. Use the form i/n, such as --shard 2/7.`]);
  return shard;
}

/** The same where it may not be given: a run without shards. */
export function givenShard(text: string | undefined): Shard | undefined {
  return text === undefined ? undefined : readShard(text);
}

/**
 * Whether the checks of an operation are conducted in a shard. They stay together: an execute body may be usable once, so
 * its checks have one owner and an order (ruling 14), and relations hold over all answers of a process.
 */
export function areChecksInShard(operation: Operation, shard: Shard | undefined): boolean {
  return shard === undefined || operationStems.indexOf(operation) % shard.total === shard.index - 1;
}

/** Whether a partition of a soak, by its place among the partitions of all properties, is conducted in a shard. */
export function isPartitionInShard(place: number, shard: Shard | undefined): boolean {
  return shard === undefined || place % shard.total === shard.index - 1;
}
