import type { ReportStop } from './report.ts';

/** What to do about it, for every form of the report. */
export const stopRemedy =
  'see the log of the target at that time, or start it again and send these requests again; the rest of the run needs a target that stays up';

/** That requests were in progress when the target stopped answering, and what follows from that. */
export function stopInWords({ requests, candidates }: ReportStop): string {
  if (requests === 1)
    return 'The target stopped answering while this request was in progress. It may be the cause; nothing is judged by that.';
  const which =
    requests === candidates.length
      ? `these ${requests} requests were`
      : `${requests} requests were, of which the most likely are shown,`;
  return `The target stopped answering while ${which} in progress. One of them may be the cause; nothing is judged by that.`;
}
