import type { TargetFacts } from '../../../journal/target-facts.ts';
import { plainLine } from '../../../reports/formats/plain-text.ts';
import type { Settings } from '../../../settings/settings.ts';
import { daysBetween, type Waiver } from '../../../settings/waiver.ts';

/** What prevents a certificate regardless of the target's responses, as sentences that name the setting. */
export function missingSettings(settings: Settings, waivers: readonly Waiver[], today: string): string[] {
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
export function undecidableOperations({ operations }: TargetFacts): string[] {
  return Object.entries(operations).flatMap(([operation, { state, detail }]) => {
    if (state === 'refuses-token')
      return [`${operation}: ${plainLine(detail, 200)} Give the token this right.`];
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
  'certify also needs --key FILE (`ledger-conformance keygen FILE` generates one), --organization, --product and --product-version.',
  'Only a run shows whether the execute body is accepted, and whether every operation keeps answering.',
];
