import type { Operation } from '../requirements/requirement.ts';
import { UsageError } from './usage-error.ts';

/** Whether a check matches a comma-separated selection of requirement ids and operations; without one, all do. */
export function isSelected(
  only: string | undefined,
  check: { readonly requirement: string; readonly operation: Operation },
): boolean {
  if (only === undefined || only === '') return true;
  const { requirement, operation } = check;
  const names = [requirement, operation, `${requirement}@${operation}`];
  return entriesOf(only).some((each) => names.includes(each));
}

/** Whether a selection names a requirement by itself, and not only a check of it. */
export function namesRequirement(only: string | undefined, requirement: string): boolean {
  return entriesOf(only ?? '').includes(requirement);
}

function entriesOf(only: string): string[] {
  return only.split(',').map((each) => each.trim());
}

/** A part of a run: `index` of `total`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/**
 * Parses a shard such as `2/7`; undefined for a run without shards.
 * @throws UsageError if it is not a shard.
 */
export function givenShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), total: Number(total) };
  if (index === undefined || shard.index > shard.total)
    throw new UsageError([`--shard ${text} is invalid. Use the form i/n, such as --shard 2/7.`]);
  return shard;
}

/** Whether a shard conducts a partition of a soak, given its index among the partitions of all properties. */
export function isPartitionInShard(place: number, shard: Shard | undefined): boolean {
  return shard === undefined || place % shard.total === shard.index - 1;
}
