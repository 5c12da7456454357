import type { Judgement, Sink } from '../../journal/judgement.ts';
import type { Wrong } from '../../journal/record.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { RecordedFault } from './fault.ts';

/** Context for reading one record: what the whole recording shows. */
export interface RecordingContext {
  /** The path prefix before the documented paths. */
  readonly prefix: string;
  /** Whether the recording lists Host, Content-Length and credentials; if not, their absence means nothing. */
  readonly lists: { readonly host: boolean; readonly length: boolean; readonly credential: boolean };
  /** Operations on which the recording's ordinary token succeeded. */
  readonly permitted: ReadonlySet<Operation>;
  /** What successes of each operation show of the target's state, with the position of the first one. */
  readonly shown: ReadonlyMap<Operation, ReadonlyMap<string, number>>;
  readonly pageSizeParameter: string;
  readonly pageTokenParameter: string;
}

/** A request body with a valid form, and what the recording shows about it. */
interface ReadBody {
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
  /** Compares the answers of all records of the operation, each of which was judged on its own. */
  readonly judgeTogether?: (sink: Sink, records: readonly JudgedRecord[], profile: Profile) => void;
}
