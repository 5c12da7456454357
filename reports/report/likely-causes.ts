import { placeKey } from '../../journal/finding-source.ts';
import { groupBy } from '../../journal/group-by.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { commonText } from '../../session/case-text.ts';
import type { ReportFinding, ReportResult } from './report.ts';

/** Findings in several places that probably have one cause. */
export interface LikelyCause {
  /** What they have in common; display text. */
  readonly text: string;
  /** Where, in the order of the report. */
  readonly places: readonly LikelyPlace[];
}

/** A requirement, and the operations on which it is broken for this cause. */
export interface LikelyPlace {
  readonly requirement: string;
  readonly operations: readonly Operation[];
}

/**
 * What the same kind of input, or the same wrong answer, has broken in several requirements or operations: handled in one
 * place by most servers, and so repaired in one. The most frequent first.
 */
export function likelyCauses(results: readonly ReportResult[]): LikelyCause[] {
  const groups = new Map<string, { verb: string; text: string; places: Map<string, Set<Operation>> }>();
  for (const { requirement, operation, outcome, waived, findings } of results) {
    if (outcome !== 'failed' || waived !== null) continue;
    for (const finding of findings) {
      const common = inCommon(finding);
      if (common === undefined) continue;
      const group = groups.get(common.key) ?? { verb: common.verb, text: common.text, places: new Map() };
      groups.set(common.key, group);
      const operations = group.places.get(requirement) ?? new Set();
      group.places.set(requirement, operations.add(operation));
    }
  }
  const causes = [...groups.values()]
    .map(({ verb, text, places }) => ({
      verb,
      text,
      places: [...places].map(([requirement, operations]) => ({ requirement, operations: [...operations] })),
    }))
    .filter((cause) => sizeOf(cause) > 1);
  return withSamePlaces(causes).sort((a, b) => sizeOf(b) - sizeOf(a));
}

/** Requirements that are broken on the same operations. */
export interface AlikePlaces {
  readonly requirements: readonly string[];
  readonly operations: readonly Operation[];
}

/** Places by their operations, each in the order of the report. */
export function byOperations(places: readonly LikelyPlace[]): AlikePlaces[] {
  const groups = groupBy(places, ({ operations }) => operations.join(' '));
  return [...groups.values()].map((alike) => ({
    requirements: alike.map(({ requirement }) => requirement),
    operations: alike[0]?.operations ?? [],
  }));
}

/** How many kinds of input are named in one cause. */
const namedKinds = 4;

/** Kinds of input that fail in exactly the same places have one cause too. */
function withSamePlaces(causes: readonly (LikelyCause & { readonly verb: string })[]): LikelyCause[] {
  const groups = groupBy(causes, ({ verb, places }) => JSON.stringify([verb, places]));
  return [...groups.values()].map((alike) => {
    const [{ verb, places } = { verb: '', places: [] }] = alike;
    const more = alike.length - namedKinds;
    const texts = alike.slice(0, namedKinds).map(({ text }) => text);
    const rest = more > 0 ? ` and ${more} more` : '';
    return { text: `${verb === '' ? '' : `${verb}: `}${texts.join(', ')}${rest}`, places };
  });
}

function sizeOf({ places }: Pick<LikelyCause, 'places'>): number {
  return places.reduce((sum, { operations }) => sum + operations.length, 0);
}

/** What a finding may share with others; undefined for a relation, which has a cause of its own. */
function inCommon(finding: ReportFinding): { key: string; verb: string; text: string } | undefined {
  const { kind, input, pointer, parameters, place, message, cameBack } = finding;
  if (kind === undefined || place === 'relation') return undefined;
  const page = pageOf(finding);
  if (page !== undefined) return { key: page, verb: '', text: page };
  if (input !== undefined)
    return {
      key: `${kind} ${input.kind}`,
      verb: verbs[kind] ?? 'failed',
      text: commonText(input.kind, ''),
    };
  const status =
    cameBack?.status === undefined
      ? ''
      : ` (${cameBack.status} ${cameBack.mediaType ?? 'without Content-Type'})`;
  const same = placeKey({ kind, pointer, parameters });
  return { key: `${same}${status}`, verb: '', text: `${message}${status}` };
}

/**
 * The page of HTML that a finding is about, with the software that named itself; undefined if it is about something else. Whatever
 * the requests have in common, one handler of the server or of a gateway in front of it makes such pages.
 */
function pageOf({ cameBack, actual, place }: ReportFinding): string | undefined {
  const { status = 0, mediaType } = cameBack ?? {};
  if (place === 'relation' || mediaType !== 'text/html' || status < 400) return undefined;
  return `answered with a page (${status} text/html${/, from \S+/.exec(actual.slice(0, 80))?.[0] ?? ''})`;
}

/** What to show: results that were broken only by a page that an earlier one shows are the same finding, which its cause names. */
export function withoutSamePage(results: readonly ReportResult[]): ReportResult[] {
  const shown = new Set<string | undefined>();
  return results.filter(({ findings, outcome, waived }) => {
    if (outcome !== 'failed' || waived !== null) return true;
    const pages = findings.map(pageOf);
    const isShown = pages.length > 0 && pages.every((page) => page !== undefined && shown.has(page));
    for (const page of pages) shown.add(page);
    return !isShown;
  });
}

const verbs: Readonly<Record<string, string>> = {
  'accepted-invalid': 'accepted',
  'valid-rejected': 'rejected although valid',
  'request-unanswered': 'not answered',
};
