import type { Judgement } from '../../journal/judgement.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { ClassifiedRecord } from './recorded-operation.ts';
import { recordedOf } from './recorded-operations.ts';

/** Compares the answers of each operation; each answer on its own is judged with its own record. */
export function judgeTogether(
  classified: ReadonlyMap<Operation, readonly ClassifiedRecord[]>,
  profile: Profile,
): Judgement {
  const all = operationStems.flatMap(
    (operation) => recordedOf(operation).judgeTogether?.(classified.get(operation) ?? [], profile) ?? [],
  );
  return {
    judged: Object.assign({}, ...all.map(({ judged }) => judged)) as Judgement['judged'],
    findings: all.flatMap(({ findings }) => findings),
    observations: all.flatMap(({ observations }) => observations),
    unanswered: [],
    undecided: [],
    recovered: 0,
    control: 'none',
  };
}
