import { tokensWanted } from '../../engine/client-tokens.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { daysBetween, type Waiver } from '../../settings/waiver.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { isJson } from '../output/option-values.ts';
import { say } from '../output/say.ts';
import { examinationLines, examine, missingLines } from './examination.ts';

/** What `doctor` found; printed as lines or as JSON. */
type Diagnosis = Awaited<ReturnType<typeof diagnose>>;

/**
 * Runs preflight and shows what a run with this configuration can exercise, and what each missing setting would add. Partial
 * coverage is no error, so this resolves to 0 if anything can be exercised, else to 3. With `certify` it shows what prevents
 * a certificate, and resolves to 3 if anything does.
 */
export async function doctor(options: Options<'doctor'>): Promise<number> {
  const { certify = false, verbose = false, format } = options;
  const asJson = isJson(format);
  const diagnosis = await diagnose(certify);
  if (asJson) say(JSON.stringify(jsonOf(diagnosis), null, 2));
  else say(...linesOf(diagnosis, verbose));
  return diagnosis.status;
}

/** @param certify whether to find out what prevents a certificate, and what would only add to one */
async function diagnose(certify: boolean) {
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
  const certification = certify
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

function certificationLines(
  status: number,
  { needed, optional }: NonNullable<Diagnosis['certification']>,
): string[] {
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

/** What prevents a certificate regardless of the target's responses, as sentences that name the setting. */
function missingSettings(settings: Settings, waivers: readonly Waiver[], today: string): string[] {
  const applying = waivers.filter(({ expires }) => daysBetween(today, expires) >= 0);
  return [
    ...(settings.target === undefined
      ? [
          'No target is configured, and a certificate of the reference server says nothing about yours: set TARGET_BASE_URL.',
        ]
      : []),
    ...(settings.effort === 'quick'
      ? ['Effort quick sends too few requests: set CONFORMANCE_EFFORT to standard, or unset it.']
      : []),
    ...(applying.length === 0
      ? []
      : [
          `A certificate allows no waivers, and ${applying.length === 1 ? 'one is' : `${applying.length} are`} active (${plainLine(applying.map(({ requirement }) => requirement).join(', '), 300)}): unset CONFORMANCE_WAIVERS.`,
        ]),
  ];
}

/** Operations that cannot be judged, by preflight; one that does not respond fails, which can be certified. */
function undecidableOperations({ operations }: TargetFacts): string[] {
  return Object.entries(operations).flatMap(([operation, { state, detail }]) => {
    if (state === 'refuses-token')
      return [`${operation}: ${plainLine(detail, 200)} Give the token this permission.`];
    if (state === 'busy')
      return [
        `${operation}: ${plainLine(detail, 200)} Wait, or lower CONFORMANCE_RATE and CONFORMANCE_CONCURRENCY.`,
      ];
    return [];
  });
}

/** What a certificate needs besides the settings, and what is known only once it is created. */
export const beside: readonly string[] = [
  'With TARGET_TOKEN_SECRET or TARGET_TOKEN_KEY, certify takes a little over seven minutes: it waits until a token that it used has been expired for more than five minutes.',
  `Without such a key, all clients send one token, by which the target could tell them from its users; TARGET_TOKENS_FILE with ${tokensWanted} tokens gives each its own for each scheme.`,
  'certify also needs --key FILE (`ledger-conformance keygen FILE` generates one), --organization, --product and --product-version.',
  'Only a run shows whether the execute body is accepted, and whether every operation keeps answering.',
];
