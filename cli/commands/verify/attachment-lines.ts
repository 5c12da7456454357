import type { Attached } from '../../../reports/bundle/attachments/check-attachments.ts';

const kinds = {
  timestamp: { name: 'timestamp', option: '--timestamp-root' },
  'log-entry': { name: 'log entry', option: '--log-key' },
} as const;

/** What `verify` prints about timestamps and log entries. */
export function attachmentLines(attached: readonly Attached[]): string[] {
  return attached.map(({ kind, keyId, by, at }) => {
    const { name, option } = kinds[kind];
    if (by === undefined) return `${name} of ${keyId}: present, not checked; check it with ${option}`;
    return `${name} of ${keyId}: ${at === undefined ? '' : `${at.toISOString()}, says `}${by}`;
  });
}
