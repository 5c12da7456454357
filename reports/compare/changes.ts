import { checkId } from '../../engine/check.ts';
import { cameBackKey } from '../../journal/case-line.ts';
import { inputKey } from '../../journal/finding-source.ts';
import {
  isBroken,
  type Report,
  type ReportFinding,
  type ReportResult,
  saysTheSame,
} from '../report/report.ts';
import { listedInputs } from '../report/reported-finding.ts';
import {
  blameForBroken,
  blameForUnexercised,
  blameForUnknown,
  chanceOfMissing,
  isExercised,
  likelyToMiss,
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
    const both = { old: old.get(key), new: new_.get(key) };
    const pair = { ...both, ways: otherWays(both) };
    const kind = kindOf(pair);
    const changes = kind === undefined ? [] : [changeOf(kind, pair, circumstances, strict)];
    // Where the other run sent no such request, nobody knows how it would have failed.
    return changes.filter((change) => change.kind !== 'fails-otherwise' || change.cause !== 'scope');
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

/** Two results, and what is found in only one of them where both are broken. */
type ComparedPair = Pair & { readonly ways: ReturnType<typeof otherWays> };

function kindOf({ old, new: new_, ways }: ComparedPair): ChangeKind | undefined {
  const [was, is] = [isBroken(old), isBroken(new_)];
  if (is && !was) return 'newly-failing';
  const [wasShown, isShown] = [old, new_].map((result) => result !== undefined && isExercised(result));
  if (wasShown && !isShown) return 'lost';
  if (was && !is) return 'newly-passing';
  if (!wasShown && isShown) return 'gained';
  if (!was || old === undefined || new_ === undefined) return undefined;
  if ((old.waived === null) !== (new_.waived === null)) return 'waiver';
  return ways === undefined ? undefined : 'fails-otherwise';
}

/** The findings of a result that the other one lacks, for some input or with some kind of answer, and not by chance. */
function onlyIn(one: ReportResult, other: ReportResult): ReportFinding[] {
  return one.findings.filter((finding) => {
    const same = other.findings.filter(
      (each) => saysTheSame(finding, each) && cameBackKey(finding.cameBack) === cameBackKey(each.cameBack),
    );
    return same.length === 0 ? isSteady(finding) : hasOtherInputs(finding, same);
  });
}

/** What is found of a requirement in only one of two runs in which it is broken; undefined if it fails in the same way. */
function otherWays({ old, new: new_ }: Pair): Record<'came' | 'went', readonly ReportFinding[]> | undefined {
  if (old === undefined || new_ === undefined || !isBroken(old) || !isBroken(new_)) return undefined;
  const [came, went] = [onlyIn(new_, old), onlyIn(old, new_)];
  if (came.length + went.length > 0) return { came, went };
  const hasSame = new_.findings.some((one) => old.findings.some((other) => saysTheSame(one, other)));
  // Without a finding in common, what is found now is another failure, however rare.
  return hasSame ? undefined : { came: new_.findings, went };
}

/** Whether some input shows it that did not show any of the others. Of long lists, reports have only the beginning. */
function hasOtherInputs({ inputs = [] }: ReportFinding, others: readonly ReportFinding[]): boolean {
  const lists = [inputs, ...others.map((each) => each.inputs ?? [])];
  if (lists.some(({ length }) => length === 0 || length >= listedInputs)) return false;
  const known = new Set(lists.slice(1).flatMap((list) => list.map(inputKey)));
  return inputs.some((input) => isSteady(input) && !known.has(inputKey(input)));
}

/** Whether a run that sends as many would hardly miss it, or an input that shows it. */
function isSteady(shown: Pick<ReportFinding, 'affected' | 'attempts' | 'judged' | 'inputs'>): boolean {
  const { attempts, judged = 1, inputs = [] } = shown;
  return chanceOfMissing(shown, attempts ?? judged) <= likelyToMiss || inputs.some(isSteady);
}

function changeOf(
  kind: ChangeKind,
  pair: ComparedPair,
  circumstances: RunCircumstances,
  strict: boolean,
): ComparedChange {
  const shown = pair.new ?? pair.old;
  if (shown === undefined) throw new Error('A change is of a requirement that at least one report has.');
  const { requirement, operation, level } = shown;
  const counts = level === 'MUST' || (strict && level === 'SHOULD');
  const excused = pair.new?.waived != null;
  const broken = isBroken(pair.new) ? pair.new : pair.old;
  const { came = [] } = kind === 'fails-otherwise' ? (pair.ways ?? {}) : {};
  return {
    kind,
    requirement,
    operation,
    level,
    old: sideOf(pair.old),
    new: sideOf(pair.new),
    finding: mostFrequent(came.length > 0 ? came : (broken?.findings ?? [])) ?? null,
    ...blameFor(kind, pair, circumstances),
    regression: counts && ((kind === 'newly-failing' && !excused) || kind === 'lost'),
  };
}

function sideOf(result: ReportResult | undefined): Side {
  if (result === undefined) return null;
  const { outcome, reason, reasonKind, answersJudged, waived } = result;
  return { outcome, reason, reasonKind, answersJudged, waived: waived !== null };
}

function blameFor(kind: ChangeKind, pair: ComparedPair, circumstances: RunCircumstances): Blame {
  const { old, new: new_, ways } = pair;
  if (old === undefined || new_ === undefined) return blameForUnknown(pair);
  switch (kind) {
    case 'newly-failing':
      return blameForBroken(pair, 'new', circumstances);
    case 'newly-passing':
      return blameForBroken(pair, 'old', circumstances);
    case 'fails-otherwise': {
      const { came = [], went = [] } = ways ?? {};
      const gone = went.map(({ message }) => `No longer found: ${message}.`);
      const only: Pair = { old: { ...old, findings: [] }, new: { ...new_, findings: [] } };
      const blame =
        came.length > 0
          ? blameForBroken({ ...only, new: { ...new_, findings: came } }, 'new', circumstances)
          : blameForBroken({ ...only, old: { ...old, findings: went } }, 'old', circumstances);
      return { ...blame, because: [...blame.because, ...gone] };
    }
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
