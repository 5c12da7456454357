import type { Judgement, Sink } from '../../journal/judgement.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { RecordedFault } from './fault.ts';
import type { RecordingContext } from './reading/recording-context.ts';

/** A request body with a valid form, and what the recording shows about it. */
export interface ReadBody {
  readonly body: JsonObject;
  /** Whether the bytes have exactly one meaning. */
  readonly isUnambiguous: boolean;
  /** Whether something about it is already open. */
  readonly hasFaults: boolean;
  /** What successes of the operation show anywhere in the recording, with the first position. */
  readonly shown: ReadonlyMap<string, number>;
  /** Whether an earlier success already showed what this one would show. */
  readonly wasShownBefore: boolean;
}

/** The result of comparing the answers of an operation. */
export type Together = Pick<Judgement, 'judged' | 'findings' | 'observations'>;

/** A record of an operation with the faults of its request. */
export interface ClassifiedRecord {
  readonly exchange: Exchange;
  readonly faults: readonly RecordedFault[];
}

/** How to read recordings of one operation, beyond its schemas; each operation has the members it needs. */
export interface RecordedOperation {
  /** Another name for the operation in recordings. */
  readonly alias?: string;
  /** Faults of a body that a schema cannot express, except at duplicated members. */
  readonly faultsBesideSchema?: (
    body: JsonObject,
    isTwice: (pointer: string) => boolean,
  ) => readonly RecordedFault[];
  /** Why a body with a valid form need not succeed. */
  readonly conditions?: (read: ReadBody) => readonly RecordedFault[];
  /** What is open about a query parameter; undefined if the document does not name it. */
  readonly parameterFaults?: (
    name: string,
    value: string,
    context: RecordingContext,
  ) => readonly RecordedFault[] | undefined;
  /** Observes query parameters that the document does not name. */
  readonly unknownParameters?: string;
  /** What a success shows of the target's state; `isFaultless` tells whether the request has no fault of form. */
  readonly shownBy?: (body: JsonObject, isFaultless: () => boolean) => string | undefined;
  /** Additional judging of an answer. */
  readonly judgeAnswer?: (sink: Sink, exchange: Exchange, profile: Profile) => void;
  /** Compares all records of the operation. */
  readonly judgeTogether?: (records: readonly ClassifiedRecord[], profile: Profile) => Together;
}
