import type { Judgement, Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { operationDefinitions } from '../../operations/operations.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { RecordedFault } from './fault.ts';
import type { RecordingContext } from './reading/recording-context.ts';

/** A request body whose form is right, and what the recording shows beside it. */
export interface ReadBody {
  readonly body: JsonObject;
  /** Whether the bytes have one meaning. */
  readonly isUnambiguous: boolean;
  /** Whether something about it is left open already. */
  readonly hasFaults: boolean;
  /** What successes of the operation have shown anywhere in the recording, with the first place. */
  readonly shown: ReadonlyMap<string, number>;
  /** Whether a success before it has shown what it would show itself. */
  readonly wasShownBefore: boolean;
}

/** What the answers of an operation show when compared with each other. */
export type Together = Pick<Judgement, 'judged' | 'findings' | 'observations'>;

/** A record of an operation with what is wrong with its request. */
export interface ClassifiedRecord {
  readonly exchange: Exchange;
  readonly faults: readonly RecordedFault[];
}

/** How recordings of one operation are read, as far as its schemas do not say it; an operation has what applies to it. */
export interface RecordedOperation {
  /** Another name that recordings give it. */
  readonly alias?: string;
  /** What a schema cannot say of a body, at places that it does not have twice. */
  readonly faultsBesideSchema?: (
    body: JsonObject,
    isTwice: (pointer: string) => boolean,
  ) => readonly RecordedFault[];
  /** What keeps a body whose form is right from having to succeed. */
  readonly conditions?: (read: ReadBody) => readonly RecordedFault[];
  /** What is open about a query parameter; undefined where the document does not name it. */
  readonly parameterFaults?: (
    name: string,
    value: string,
    context: RecordingContext,
  ) => readonly RecordedFault[] | undefined;
  /** Observes query parameters that the document does not name. */
  readonly unknownParameters?: string;
  /** What a success shows of the target's state; `isFaultless` says whether the request has no fault of form. */
  readonly shownBy?: (body: JsonObject, isFaultless: () => boolean) => string | undefined;
  /** Judges an answer beyond what is judged of every answer. */
  readonly judgeAnswer?: (sink: Sink, exchange: Exchange, profile: Profile) => void;
  /** Compares all its records with each other. */
  readonly judgeTogether?: (records: readonly ClassifiedRecord[], profile: Profile) => Together;
}

const values = new Map<Operation, RecordedOperation>();
for (const { operation } of operationDefinitions) {
  const { recorded } = (await import(`../${operation}/recorded.ts`)) as { recorded: RecordedOperation };
  values.set(operation, recorded);
}

/** How recordings of an operation are read. */
export function recordedOf(operation: Operation): RecordedOperation {
  return values.get(operation) ?? {};
}
