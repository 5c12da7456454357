import { archiveOf } from '../../certificate/archive.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { onChallenged } from './challenge-forgery.ts';
import { instead as insteadOfEntry, written } from './forge-log-entry.ts';
import { genuine, resigned, token } from './forge-timestamp.ts';
import type { Attempt, Base } from './forgery.ts';
import { hasOpenssl } from './openssl-folder.ts';
import { forAuthorities } from './timestamp-authority.ts';

/** What `verify` must accept; otherwise a refusal would mean nothing. */
export function controlsOf(base: Base): Readonly<Record<string, Attempt>> {
  const { challenged, certifier } = base;
  const answer = onChallenged(base);
  return {
    folder: {},
    archive: { archive: archiveOf(base.files) },
    'challenged run': { files: challenged, certifiers: [certifier], least: 'challenged' },
    'challenged run with a log entry': {
      ...insteadOfEntry(answer, jsonFile(written(answer))),
      certifiers: [certifier],
      least: 'challenged-in-time',
    },
    'log entry': insteadOfEntry(base, jsonFile(written(base))),
    ...(hasOpenssl
      ? {
          timestamp: token(genuine, { below: forAuthorities })(base),
          'timestamp as forgers sign it': token(resigned)(base),
        }
      : {}),
  };
}
