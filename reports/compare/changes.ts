import { checkId } from '../../engine/check.ts';
import { saysTheSame } from '../replay/replay.ts';
import { isBroken, type Report, type ReportResult } from '../report/report.ts';
import {
  blameForBroken,
  blameForUnexercised,
  blameForUnknown,
  isExercised,
  mostFrequent,
  type Pair,
  type RunCircumstances,
} from './blame.ts';
import {
  type Blame,
  type ChangeKind,
  type ComparedChange,
  changeKinds,
  levels,
  type Side,
} from './comparison.ts';
import { differenceText } from './comparison-view.ts';

/** Every changed result: the worst kinds first, MUST before others, then in the order of the document. */
export function changesBetween(circumstances: RunCircumstances, strict: boolean): ComparedChange[] {
  const [old, new_] = [byPair(circumstances.old.report), byPair(circumstances.new.report)];
  const changes = [...new Set([...new_.keys(), ...old.keys()])].flatMap((key) => {
    const pair: Pair = { old: old.get(key), new: new_.get(key) };
    const kind = kindOf(pair);
    return kind === undefined ? [] : [changeOf(kind, pair, circumstances, strict)];
  });
  return changes.sort(
    (a, b) =>
      changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) ||
      levels.indexOf(a.level) - levels.indexOf(b.level),
  );
}

function byPair({ results }: Report): Map<string, ReportResult> {
  return new Map(results.map((result) => [checkId(result), result]));
}

function kindOf({ old, new: new_ }: Pair): ChangeKind | undefined {
  const [was, is] = [isBroken(old), isBroken(new_)];
  if (is && !was) return 'newly-failing';
  const [wasShown, isShown] = [old, new_].map((result) => result !== undefined && isExercised(result));
  if (wasShown && !isShown) return 'lost';
  if (was && !is) return 'newly-passing';
  if (!wasShown && isShown) return 'gained';
  if (!was || old === undefined || new_ === undefined) return undefined;
  if ((old.waived === null) !== (new_.waived === null)) return 'waiver';
  return new_.findings.some((one) => old.findings.some((other) => saysTheSame(one, other)))
    ? undefined
    : 'fails-otherwise';
}

function changeOf(
  kind: ChangeKind,
  pair: Pair,
  circumstances: RunCircumstances,
  strict: boolean,
): ComparedChange {
  const shown = pair.new ?? pair.old;
  if (shown === undefined) throw new Error('A change is of a requirement that at least one report has.');
  const { requirement, operation, level } = shown;
  const counts = level === 'MUST' || (strict && level === 'SHOULD');
  const excused = pair.new?.waived != null;
  const broken = isBroken(pair.new) ? pair.new : pair.old;
  return {
    kind,
    requirement,
    operation,
    level,
    old: sideOf(pair.old),
    new: sideOf(pair.new),
    finding: mostFrequent(broken?.findings ?? []) ?? null,
    ...blameFor(kind, pair, circumstances),
    regression: counts && ((kind === 'newly-failing' && !excused) || kind === 'lost'),
  };
}

function sideOf(result: ReportResult | undefined): Side {
  if (result === undefined) return null;
  const { outcome, reason, reasonKind, answersJudged, waived } = result;
  return { outcome, reason, reasonKind, answersJudged, waived: waived !== null };
}

function blameFor(kind: ChangeKind, pair: Pair, circumstances: RunCircumstances): Blame {
  const { old, new: new_ } = pair;
  if (old === undefined || new_ === undefined) return blameForUnknown(pair);
  switch (kind) {
    case 'newly-failing':
      return blameForBroken(pair, 'new', circumstances);
    case 'newly-passing':
      return blameForBroken(pair, 'old', circumstances);
    case 'fails-otherwise':
      return blameForBroken({ ...pair, old: { ...old, findings: [] } }, 'new', circumstances);
    case 'lost':
      return blameForUnexercised(new_, circumstances.differences);
    case 'gained':
      return blameForUnexercised(old, circumstances.differences);
    case 'waiver': {
      const found = circumstances.differences.filter(({ name }) => name === 'waivers').map(differenceText);
      const what =
        new_.waived === null
          ? 'It is no longer waived and still fails.'
          : 'It is waived now and still fails.';
      const otherwise = ['The waiver has expired, or expects something else.'];
      return { cause: 'scope', because: [what, ...(found.length > 0 ? found : otherwise)] };
    }
  }
}
