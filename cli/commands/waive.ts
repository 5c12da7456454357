import { stringify } from 'yaml';
import { violationsOf } from '../../json/ajv.ts';
import { counted } from '../../reports/formats/plain-text.ts';
import type { Report } from '../../reports/report/report.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { daysBetween, type Waiver, wrongDays } from '../../settings/waiver.ts';
import waiversSchema from '../../settings/waivers.schema.json' with { type: 'json' };
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { writeNew } from '../output/write-file.ts';

const head = `# Failures that were known when this gate was adopted. Edit reason and issue, and remove what is fixed:
# a waiver whose failure is gone makes the run fail. docs/waivers.md explains the keys.
`;

/** Writes waivers for what failed in a finished run, as far as it is not waived yet; resolves to the status. */
export async function waive(folder: string, options: Options<'waive'>): Promise<number> {
  const { strict = false, output, ...given } = options;
  const created = new Date().toISOString().slice(0, 10);
  const failures = failuresIn(readReport(folder), strict);
  const waivers = failures.map((failure): Waiver => {
    const {
      reason = `Known when the gate was adopted on ${created}.`,
      issue = 'https://example.com/replace-with-the-issue',
    } = given;
    return { ...failure, reason, owner: given.owner, issue, created, expires: given.expires };
  });
  const [first] = waivers;
  if (first === undefined) {
    say(`No requirement failed in ${folder}, or all are waived: there is nothing to waive.`);
    return exitStatus.conformant;
  }
  refuseWrong(first);
  writeNew(output, head + stringify({ waivers }, { lineWidth: 0 }));
  const requirements = new Set(waivers.map(({ requirement }) => requirement)).size;
  say(
    `Wrote ${output}: ${counted(waivers.length, 'waiver')} for ${counted(requirements, 'requirement')}, until ${first.expires}.`,
    `Edit reason and issue, then set CONFORMANCE_WAIVERS=${output}.`,
  );
  return exitStatus.conformant;
}

/** What is to be waived: each finding once for a requirement and operation. */
function failuresIn(
  { results }: Report,
  strict: boolean,
): Pick<Waiver, 'requirement' | 'operation' | 'finding'>[] {
  const broken = results.filter(
    ({ outcome, waived }) => waived === null && (outcome === 'failed' || (strict && outcome === 'warned')),
  );
  return broken.flatMap(({ requirement, operation, findings }) =>
    [...new Set(findings.map(({ message }) => lastingPart(message)))].map((finding) => ({
      requirement,
      operation,
      finding,
    })),
  );
}

/** The longest part of a message without numbers and what is in parentheses, which differ from run to run. */
function lastingPart(message: string): string {
  const parts = message.split(/\(.*|\d+/).map((part) => part.trim());
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest)).slice(0, 500);
}

/** @throws UsageError for a wrong option; what comes from the run is right. */
function refuseWrong(waiver: Waiver): void {
  const problems = violationsOf(waiversSchema, { waivers: [waiver] }).map(
    ({ instancePath, parentSchema }) => {
      const name = instancePath.split('/').at(-1);
      return `--${name} is invalid. ${String(parentSchema?.description ?? '')}`;
    },
  );
  if (problems.length > 0) throw new UsageError(problems);
  if (daysBetween(waiver.created, waiver.expires) < 0)
    throw new UsageError([`--expires ${waiver.expires} is in the past. Give a day within the next 90 days.`]);
  const wrong = wrongDays(waiver);
  if (wrong !== undefined) throw new UsageError([`--expires ${waiver.expires} is invalid: ${wrong}`]);
}
