import { commonText, kindText } from '../../journal/case-text.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { findingMessage } from '../../journal/finding.ts';
import { type InputKind, inputKey } from '../../journal/finding-source.ts';
import { exchangesOf, type FindingGroup, type FindingGroups } from './findings.ts';
import type { ReportFinding, ReportInput } from './report.ts';

/** The most inputs, and details of them, that a finding lists. */
export const listedInputs = 8;

/** The number of answers judged for the requirement, and of requests with a kind of input on the operation. */
interface Counts {
  readonly judged: number;
  readonly attempts: (input: InputKind) => number;
}

/** The groups as a report lists them: the most frequent first, then by their clearest example. */
export function reportedFindings(
  groups: FindingGroups,
  counts: Counts,
  replay: (group: FindingGroup) => string,
): ReportFinding[] {
  return Object.entries(groups)
    .map(([key, group]) => {
      const { input, affected, examples } = group;
      // Of the attempts at its input, or of the judged answers.
      const tried = input === undefined ? counts.judged : counts.attempts(input);
      const share = affected / Math.max(1, affected, tried);
      return { key, group, share, first: examples[0]?.exchanges[0] ?? '' };
    })
    .sort(
      (a, b) =>
        Number(b.group.shrunk) - Number(a.group.shrunk) ||
        b.share - a.share ||
        b.group.affected - a.group.affected ||
        compareIds(a.first, b.first) ||
        (a.key < b.key ? -1 : 1),
    )
    .map(({ group }) => reported(group, counts, replay(group)));
}

function reported(group: FindingGroup, counts: Counts, replay: string): ReportFinding {
  const { finding, input, cameBack, shrunk, affected, onlyConcurrent } = group;
  const { kind, place, header, parameters, pointer, expected, actual, sides } = finding;
  const behind = group.examples[0]?.behind;
  const judged = counts.judged === 0 ? 0 : Math.max(affected, counts.judged);
  const attempts = input === undefined ? undefined : Math.max(affected, counts.attempts(input));
  const details = Object.entries(group.details)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, listedInputs);
  const inputs = inputsOf(group, counts);
  return {
    kind,
    place,
    header,
    parameters,
    input: input === undefined ? undefined : withText(input),
    cameBack,
    shrunk: shrunk || undefined,
    affected,
    attempts,
    judged,
    onlyConcurrent: onlyConcurrent || undefined,
    onlyWithClient: isOnlyWithClient(group) || undefined,
    details:
      input !== undefined && details.length > 1
        ? details.map(([text, count]) => ({ text, affected: count }))
        : undefined,
    inputs: input === undefined && inputs.length > 0 ? inputs : undefined,
    sides,
    behind: sides === undefined ? behind : undefined,
    message: messageOf(group),
    pointer,
    expected,
    actual,
    exchanges: exchangesOf(group.examples),
    rate: rateText({ kind, place, affected, attempts, judged }),
    replay,
  };
}

/** Whether every repetition with its client showed it, and none in the plainest form. */
function isOnlyWithClient({ again: { withClient, plainest } }: FindingGroup): boolean {
  return (
    plainest.sent > 0 &&
    plainest.shown === 0 &&
    withClient.sent > plainest.sent &&
    withClient.shown === withClient.sent
  );
}

/** The inputs whose answers show it, the most affected first. */
function inputsOf({ inputs }: FindingGroup, { attempts }: Counts): ReportInput[] {
  return Object.values(inputs)
    .sort((a, b) => b.affected - a.affected || (inputKey(a.input) < inputKey(b.input) ? -1 : 1))
    .slice(0, listedInputs)
    .map(({ input, affected }) => ({
      ...withText(input),
      affected,
      attempts: Math.max(affected, attempts(input)),
    }));
}

function withText(input: InputKind): Omit<ReportInput, 'affected' | 'attempts'> {
  const { requirement, kind, pointer, credential } = input;
  return { requirement, kind, pointer, credential, text: commonText(kind, pointer) };
}

/** The message names the kind of input, and its detail if there is only one, but not how it was sent. */
function messageOf({ finding, input, details }: FindingGroup): string {
  const { kind, parameters = {} } = finding;
  if (input === undefined || !('case' in parameters)) return finding.message;
  const [detail, ...others] = Object.keys(details);
  const text =
    others.length > 0 || detail === undefined
      ? commonText(input.kind, input.pointer)
      : kindText({ kind: input.kind, detail }, input.pointer);
  return findingMessage(kind, { ...parameters, case: text });
}

const verbs: Readonly<Record<string, string>> = {
  'accepted-invalid': 'accepted',
  'valid-rejected': 'rejected',
  'request-unanswered': 'no response to',
};

/** How often a finding showed: in attempts at its kind of input, or in judged answers; in every request if none was judged. */
function rateText(of: Pick<ReportFinding, 'kind' | 'place' | 'affected' | 'attempts' | 'judged'>): string {
  const { kind = '', place, affected, attempts, judged } = of;
  if (attempts !== undefined)
    return `${verbs[kind] ?? 'found in'} ${affected} of ${attempts} ${attempts === 1 ? 'request' : 'requests'} of this kind`;
  if (judged === 0) return 'in every request';
  return `${affected} of ${judged} ${place === 'transport' ? 'requests' : 'responses'}`;
}
