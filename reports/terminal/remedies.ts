/** What changes a reason that does not say so itself, by the reason's beginning. */
const remedies: readonly (readonly [begins: string, remedy: string])[] = [
  ['not selected', 'run without --only and --shard'],
  ['the run ended before it', 'run again to the end'],
  ['no fresh execute body', 'give several bodies in TARGET_EXECUTE_REQUEST'],
  [
    'no valid control of its requests succeeded',
    'see why the valid request is refused; TARGET_SYNCHRONIZER and TARGET_EXECUTE_REQUEST must be what the target accepts',
  ],
  ['no answer of the kind', 'a larger --effort or more settings (ledger-conformance doctor) may bring one'],
  ['The token is refused', 'give TARGET_TOKEN the right to this operation'],
  ['the suite failed here', 'report it: this is a defect of the suite'],
];

/** Load and time limits are what keeps an answer from settling. */
const unsettled = /settled answer|again and again|429, 502, 503 or 504|stopped answering/;

/** A setting that changes a reason, or undefined where the reason names one or there is none. */
export function remedyFor(reason: string): string | undefined {
  if (/TARGET_|CONFORMANCE_/.test(reason)) return undefined;
  const known = remedies.find(([begins]) => reason.startsWith(begins))?.[1];
  if (known !== undefined) return known;
  return unsettled.test(reason)
    ? 'lower CONFORMANCE_CONCURRENCY or CONFORMANCE_RATE, or raise TARGET_TIMEOUT_MS'
    : undefined;
}
