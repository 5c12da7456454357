import { groupBy } from '../../journal/group-by.ts';
import { collect, type Judgement } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { headerValue } from '../../wire/exchange.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import { allowedTogether, blamed, withAnswers } from './allowed-answers.ts';
import { classify } from './classify.ts';
import type { RecordedFault } from './fault.ts';
import { readContext, wasShownBefore } from './read-context.ts';
import type { RecordedExchange, Recording } from './reading/read-recording.ts';
import type { Classification, JudgedRecord, RecordingContext } from './recorded-operation.ts';
import { recordedOf } from './recorded-operations.ts';

/** A record, and why it is not judged. */
type LeftOut = { readonly name: string; readonly reason: string };

/** The judgement of a recording, record by record, and the records that were not judged. */
export interface JudgedRecording {
  readonly judged: readonly JudgedRecord[];
  readonly unclassified: readonly LeftOut[];
  /** The judged records of which nothing is judged but what a profile pins, as all else is open (rulings 23 and 34). */
  readonly observed: readonly LeftOut[];
  /** Results of comparing the answers of each operation. */
  readonly together: Judgement;
}

const judgeVersion = 1;

/**
 * Judges a third-party recording under a profile, with the judges of a run. Each record is a separate case: pages are
 * not combined into chains, and there are no controls. Of several servers, each is judged by itself: they need not know the same
 * synchronizers, nor make the same fingerprints.
 */
export function judgeRecording(recording: Recording, profile: Profile): JudgedRecording {
  const hostOf = ({ exchange }: RecordedExchange): string =>
    headerValue(exchange.request.headers, 'host')?.toLowerCase() ?? '';
  const servers = [...groupBy(recording, hostOf).values()].map((own) =>
    judgeServer(own, readContext(own, recording, profile), profile),
  );
  const together = collect((sink) => {
    for (const { judged } of servers)
      for (const operation of operationStems) {
        const records = judged.filter(({ classification }) => classification.operation === operation);
        recordedOf(operation).judgeTogether?.(sink, records, profile);
      }
    return 'none';
  });
  const places = new Map(recording.map(({ exchange }, place) => [exchange, place]));
  const placeOf = ({ exchange }: JudgedRecord): number => places.get(exchange) ?? 0;
  return {
    judged: servers.flatMap(({ judged }) => judged).sort((one, other) => placeOf(one) - placeOf(other)),
    unclassified: servers.flatMap(({ unclassified }) => unclassified),
    observed: servers.flatMap(({ observed }) => observed),
    together,
  };
}

function judgeServer(
  recording: Recording,
  context: RecordingContext,
  profile: Profile,
): Omit<JudgedRecording, 'together'> {
  const judged: JudgedRecord[] = [];
  const [unclassified, observed]: [LeftOut[], LeftOut[]] = [[], []];
  for (const [index, record] of recording.entries()) {
    const { name } = record;
    const reading = classify(record, index, context);
    if ('unclassified' in reading) {
      unclassified.push({ name, reason: reading.unclassified });
      continue;
    }
    const { operation, faults } = reading;
    for (const { requirement, wrong } of faults)
      if (wrong !== 'valid' && requirement.startsWith('HTTP-OPEN-'))
        observed.push({ name, reason: wrong.name });
    const { exchange } = record;
    const classification = classificationOf(operation, faults, profile, exchange.request.body);
    const isUsed = wasShownBefore(operation, record, index, context);
    const judgement = judgeRecord(record, classification, isUsed, profile);
    judged.push({ name, exchange, classification, judgement });
  }
  return { judged, unclassified, observed };
}

function classificationOf(
  operation: Operation,
  faults: readonly RecordedFault[],
  profile: Profile,
  body: Buffer,
): Classification {
  const main = blamed(faults, { operation, profile, body });
  const wrong =
    [main, ...faults].find((each) => each !== undefined && each.wrong !== 'valid')?.wrong ?? 'valid';
  const credential = faults.find((each) => each.credential !== 'valid')?.credential ?? 'valid';
  const requirement = main?.requirement ?? definitionOf(operation).success.requirement;
  return { requirement, operation, wrong, credential, faults };
}

function judgeRecord(
  record: RecordedExchange,
  { requirement, operation, wrong, credential, faults }: Classification,
  isUsed: boolean,
  profile: Profile,
): Judgement {
  const caseRecord: CaseRecord = {
    id: record.name,
    requirement,
    operation,
    judge: judgeVersion,
    kind: record.name,
    name: record.name,
    wrong,
    credential,
    facts: definitionOf(operation).validControl === 'last' ? { accepted: isUsed } : {},
    attempts: [{ role: 'probe', ordinal: 1, attempt: 1, exchange: record.exchange }],
  };
  return collect((sink) => {
    const { body } = record.exchange.request;
    const request = { operation, profile, body };
    const control = judgeInto(sink, caseRecord, withAnswers(entry(requirement), faults, request));
    const isObserved = faults.length > 0 && allowedTogether(faults, request) === undefined;
    if (!isObserved) recordedOf(operation).judgeAnswer?.(sink, record.exchange, profile);
    return control;
  });
}
