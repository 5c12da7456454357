import { collect, type Judgement } from '../../journal/judgement.ts';
import type { CaseRecord, Wrong } from '../../journal/record.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import { allowedTogether, blamed, withAnswers } from './allowed-answers.ts';
import { classify } from './classify.ts';
import type { RecordedFault } from './fault.ts';
import { readContext, wasShownBefore } from './reading/read-context.ts';
import type { RecordedExchange, Recording } from './reading/recorded-exchange.ts';
import type { ClassifiedRecord } from './recorded-operation.ts';
import { recordedOf } from './recorded-operations.ts';

/** The classification of a recorded request. */
export interface Classification {
  readonly requirement: string;
  readonly operation: Operation;
  readonly wrong: Wrong;
  readonly credential: string;
  /** Every reason why the request need not succeed. */
  readonly faults: readonly RecordedFault[];
}

/** The judgement of one record. */
export interface JudgedRecord {
  readonly name: string;
  readonly exchange: Exchange;
  readonly classification: Classification;
  readonly judgement: Judgement;
}

/** The judgement of a recording, record by record, and the records that were not judged. */
export interface JudgedRecording {
  readonly judged: readonly JudgedRecord[];
  readonly unclassified: readonly { readonly name: string; readonly reason: string }[];
  /** Results of comparing the answers of each operation. */
  readonly together: Judgement;
}

const judgeVersion = 1;

/**
 * Judges a third-party recording under a profile, with the judges of a run. Each record is a separate case: pages are
 * not combined into chains, and there are no controls.
 */
export function judgeRecording(recording: Recording, profile: Profile): JudgedRecording {
  const context = readContext(recording, profile);
  const judged: JudgedRecord[] = [];
  const unclassified: JudgedRecording['unclassified'][number][] = [];
  const classified = new Map<Operation, ClassifiedRecord[]>();
  for (const [index, record] of recording.entries()) {
    const { name } = record;
    const reading = classify(record, index, context);
    if ('unclassified' in reading) {
      unclassified.push({ name, reason: reading.unclassified });
      continue;
    }
    const { operation, faults } = reading;
    const { exchange } = record;
    const records = classified.get(operation) ?? [];
    classified.set(operation, records);
    records.push({ exchange, faults });
    const classification = classificationOf(operation, faults, profile, exchange.request.body);
    const isUsed = wasShownBefore(operation, record, index, context);
    const judgement = judgeRecord(record, classification, isUsed, profile);
    judged.push({ name, exchange, classification, judgement });
  }
  return { judged, unclassified, together: judgeTogether(classified, profile) };
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

/** Compares the answers of each operation; each answer on its own is judged with its own record. */
function judgeTogether(
  classified: ReadonlyMap<Operation, readonly ClassifiedRecord[]>,
  profile: Profile,
): Judgement {
  const all = operationStems.flatMap(
    (operation) => recordedOf(operation).judgeTogether?.(classified.get(operation) ?? [], profile) ?? [],
  );
  return {
    judged: Object.assign({}, ...all.map(({ judged }) => judged)) as Judgement['judged'],
    findings: all.flatMap(({ findings }) => findings),
    observations: all.flatMap(({ observations }) => observations),
    unanswered: [],
    undecided: [],
    recovered: 0,
    control: 'none',
  };
}
