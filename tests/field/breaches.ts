import { wasAccepted } from '../../judges/answers/answer-kind.ts';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import type { RecordedExchange } from '../../judges/recorded/reading/read-recording.ts';
import { requirement } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { mediaType } from '../../wire/media-type.ts';
import type { ProbeRequest } from './probe-requests.ts';
import { requestKind } from './request-kind.ts';

/** A kind of breach that a server shows, with one request that shows it. */
export interface Breach {
  readonly operation: Operation;
  readonly requirement: string;
  /** `leniency`: an invalid request was accepted; `form`: anything else, such as the form of a rejection. */
  readonly type: 'leniency' | 'form';
  /** What is wrong with the requests that show it, by their bytes; for a form, its status and media type. */
  readonly kinds: readonly string[];
  readonly example: number;
  count: number;
}

/** Names of breaches that are the same kind. */
export function nameOf({
  operation,
  requirement: id,
  type,
  kinds,
}: Omit<Breach, 'count' | 'example'>): string {
  return [operation, id, type, ...kinds].join(' | ');
}

/** What a server did, judged by the rulings, and what the rulings leave open. */
export interface ProbedServer {
  readonly breaches: ReadonlyMap<string, Breach>;
  /** Whether requests that the rulings leave open were accepted, by operation and kinds. */
  readonly open: ReadonlyMap<string, { accepted: number; rejected: number }>;
}

/**
 * Judges the exchanges of a probe. The classification of recorded requests says what each request is, by its bytes
 * alone, so that a mistake of a generator cannot make a breach; credentials, which recordings do not contain, are
 * classified by how they were made.
 */
export function judged(
  requests: readonly ProbeRequest[],
  exchanges: readonly (Exchange | undefined)[],
): ProbedServer {
  const breaches = new Map<string, Breach>();
  const open = new Map<string, { accepted: number; rejected: number }>();
  const add = (found: Omit<Breach, 'count'>): void => {
    const name = nameOf(found);
    const known = breaches.get(name);
    if (known === undefined) breaches.set(name, { ...found, count: 1 });
    else known.count += 1;
  };
  const recording = requests.map((each, index) => recorded(each, exchanges[index]));
  for (const { exchange, classification, judgement, name } of judgeRecording(
    recording.filter((each) => each !== undefined),
    loadProfile('document'),
  ).judged) {
    const example = Number(name.split('.').at(-2));
    const { operation, kinds } = requests[example] ?? { operation: classification.operation, kinds: [] };
    for (const finding of judgement.findings) {
      if (requirement(finding.requirement).level !== 'MUST') continue;
      const isLeniency = finding.kind === 'accepted-invalid';
      const { wrong } = classification;
      const pointer = wrong === 'valid' ? '' : wrong.pointer;
      const seen = isLeniency
        ? [requestKind(operation, exchange.request.body, pointer)]
        : [formOf(exchange), ...(finding.kind === 'valid-rejected' ? kinds : [])];
      const type = isLeniency ? 'leniency' : 'form';
      add({ operation, requirement: finding.requirement, type, kinds: seen, example });
    }
    const isOpen = classification.faults.length > 0 && judgement.findings.length === 0;
    if (!isOpen || requirement(classification.requirement).level !== 'OPEN') continue;
    const place = `${operation} ${classification.requirement} ${kinds.join('+')}`;
    const counts = open.get(place) ?? { accepted: 0, rejected: 0 };
    counts[wasAccepted(exchange.answer) ? 'accepted' : 'rejected'] += 1;
    open.set(place, counts);
  }
  for (const [index, { operation, kinds }] of requests.entries()) {
    const [kind = ''] = kinds;
    if (!kind.startsWith('credential:') || !wasAccepted(exchanges[index]?.answer)) continue;
    add({ operation, requirement: 'AUTH', type: 'leniency', kinds, example: index });
  }
  return { breaches, open };
}

function formOf({ answer, failure }: Exchange): string {
  if (answer === undefined) return failure?.kind ?? 'no answer';
  return `${answer.status} ${mediaType(answer) ?? 'no media type'}`;
}

/** A request of the probe as a recording would have it; the name says that its token is an ordinary or a forged one. */
function recorded(
  { operation, kinds }: ProbeRequest,
  exchange: Exchange | undefined,
): RecordedExchange | undefined {
  if (exchange === undefined || kinds[0]?.startsWith('credential:') === true) return undefined;
  return {
    name: `field.${exchange.id}.ok`,
    op: operation,
    group: 'field',
    version: 'HTTP/1.1',
    exchange,
    sentBytes: exchange.request.body.length,
  };
}
