import type { Place } from '../../journal/text/finding-text.ts';

/** The numbers of a finding. */
interface Rate {
  readonly kind: string;
  readonly place: Place;
  readonly affected: number;
  /** Requests with this kind of input, if the finding is about one. */
  readonly attempts: number | undefined;
  /** Answers judged for the requirement; 0 if none was. */
  readonly judged: number;
}

const verbs: Readonly<Record<string, string>> = {
  'accepted-invalid': 'accepted',
  'valid-rejected': 'rejected',
  'request-unanswered': 'no answer to',
};

/** How often a finding showed: in attempts at its kind of input, or in judged answers. */
export function rateText({ kind, place, affected, attempts, judged }: Rate): string {
  if (attempts !== undefined)
    return `${verbs[kind] ?? 'found in'} ${affected} of ${attempts} ${attempts === 1 ? 'request' : 'requests'} of this kind`;
  if (judged === 0) return 'in every request';
  return `${affected} of ${judged} ${place === 'transport' ? 'requests' : 'answers'}`;
}
