import { indented } from '../../reports/terminal/wrapped.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { exitStatus } from '../output/exit-status.ts';
import { isJson } from '../output/output-format.ts';
import { say } from '../output/say.ts';
import { beside, missingSettings, undecidableOperations } from './doctor/certify-preconditions.ts';
import { type Examination, examine } from './doctor/examination.ts';
import { examinationLines, missingLines } from './doctor/examination-lines.ts';

/** Options of `doctor`. */
export interface DoctorOptions {
  readonly certify?: boolean;
  readonly verbose?: boolean;
  readonly format?: string;
}

/** What a certificate needs: what prevents one, and what would only add to it. */
interface Certification {
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** What `doctor` found; printed as lines or as JSON. */
interface Diagnosis {
  readonly status: number;
  readonly examination: Examination | undefined;
  readonly certification: Certification | undefined;
}

/**
 * Runs preflight and shows what a run with this configuration can exercise, and what each missing setting would add. Partial
 * coverage is no error, so this resolves to 0 if anything can be exercised, else to 3. With `certify` it shows what prevents
 * a certificate, and resolves to 3 if anything does.
 */
export async function doctor(options: DoctorOptions): Promise<number> {
  const { certify = false, verbose = false, format } = options;
  const asJson = isJson(format);
  const diagnosis = await diagnose(certify);
  if (asJson) say(JSON.stringify(jsonOf(diagnosis), null, 2));
  else say(...linesOf(diagnosis, verbose));
  return diagnosis.status;
}

async function diagnose(certify: boolean): Promise<Diagnosis> {
  const given = environmentWithFile();
  const settings = readSettings(given);
  const { target } = settings;
  const waivers = certify && settings.waivers !== undefined ? readWaivers(settings.waivers) : [];
  const today = new Date().toISOString().slice(0, 10);
  const examination = target === undefined ? undefined : await examine(given, settings, target);
  const { missing: all = [], facts } = examination ?? {};
  // Certify waits for the end of a token of its own.
  const missing = all.filter(({ need }) => need !== 'expired-token' || facts?.endsSoon !== true);
  const reasonsOf = (isNeeded: boolean): string[] =>
    missing.filter(({ musts }) => musts.length > 0 === isNeeded).map(({ reason }) => reason);
  const certification: Certification | undefined = certify
    ? {
        needed: [
          ...missingSettings(settings, waivers, today),
          ...(facts === undefined ? [] : undecidableOperations(facts)),
          ...reasonsOf(true),
        ],
        optional: reasonsOf(false),
      }
    : undefined;
  const isReady = (examination?.problems ?? []).length === 0 && (certification?.needed ?? []).length === 0;
  return { status: isReady ? exitStatus.conformant : exitStatus.noVerdict, examination, certification };
}

function linesOf({ status, examination, certification }: Diagnosis, isVerbose: boolean): string[] {
  const lines = examination === undefined ? [] : examinationLines(examination);
  if (certification !== undefined && (examination === undefined || examination.facts !== undefined))
    return [...lines, ...(lines.length > 0 ? [''] : []), ...certificationLines(status, certification)];
  if (examination === undefined)
    return indented(
      'TARGET_BASE_URL is not set. A run tests the embedded reference server, where everything can be exercised.',
      0,
    );
  return examination.problems.length > 0
    ? lines
    : [...lines, '', ...missingLines(examination.missing, isVerbose)];
}

function certificationLines(status: number, { needed, optional }: Certification): string[] {
  return [
    status === exitStatus.conformant ? 'Ready to certify.' : 'Not ready to certify:',
    ...needed.flatMap((each) => indented(each, 2)),
    ...(optional.length === 0 ? [] : ['', 'Optional, because no MUST depends on it:']),
    ...optional.flatMap((each) => indented(each, 2)),
    '',
    ...beside.flatMap((each) => indented(each, 0)),
  ];
}

/** The same as JSON; the field names are documented in docs/json-output.md. */
function jsonOf({ status, examination, certification }: Diagnosis): object {
  const facts = examination?.facts;
  return {
    status,
    target: examination?.baseUrl ?? null,
    profile: examination?.profile ?? null,
    problems: examination?.problems ?? [],
    mistakes: examination?.mistakes ?? [],
    operations: facts?.operations ?? null,
    responses: examination?.responses ?? {},
    bearerWorks: facts?.bearerWorks ?? null,
    apiKeyForm: facts?.apiKeyForm ?? null,
    users: facts?.users ?? null,
    pageSizeParameter: facts?.pageSizeParameter ?? null,
    pageSizeWorks: facts?.pageSizeWorks ?? null,
    executeBodies: facts?.executeBodies ?? null,
    missing: examination?.missing ?? [],
    certification,
  };
}
