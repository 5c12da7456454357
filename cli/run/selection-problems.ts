import { endingsOf, namedChecks } from '../../engine/named-checks.ts';
import { probablyMeant } from '../../requirements/nearest-ids.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { givenShard, isSelected } from '../../settings/selection.ts';

/** The ids that were probably meant, as a question. */
function meantInstead(missing: readonly string[]): string {
  const ids = [...new Set(namedChecks.map(({ requirement }) => requirement)), ...operationStems];
  const meant = missing.flatMap((each) => probablyMeant(each, ids) ?? []);
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(',')}?`;
}

/**
 * Problems with `--only` and `--shard`: a name that matches nothing, or an empty part of the run.
 * @throws UsageError if the shard is malformed
 */
export function selectionProblems(
  only: string | undefined,
  shard: string | undefined,
  isSoak: boolean,
): string[] {
  const missing = (only ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !namedChecks.some((check) => isSelected(each, check)));
  if (missing.length > 0 || only?.trim() === '')
    return [
      `--only ${missing.join(',')} matches nothing.${meantInstead(missing)} Give a requirement id or an operation; \`ledger-conformance list\` lists them.`,
    ];
  if (endingsOf({ only, shard: givenShard(shard), isSoak }).length > 0) return [];
  return [
    `--shard ${shard} contains no checks of ${only === undefined ? 'this run' : `--only ${only}`}. Run it without --shard, or with fewer shards.`,
  ];
}
