import type { Violation } from '../generators/violation.ts';
import type { AnswerKind, Operation } from '../requirements/requirement.ts';
import type { SchemaStem } from '../schemas/schema.ts';

/** The configuration of a target that requests of an operation depend on. */
interface RequestSettings {
  readonly synchronizer: string | null;
  readonly executeBodies: number;
}

/** The input for a plain request. */
export interface PlainParts {
  readonly synchronizer: string | null;
  /** Makes identifiers unique. */
  readonly identity: string;
  /** The first configured execute body. */
  readonly executeBody?: Readonly<Record<string, unknown>> | undefined;
  /** Whether what makes it invalid is drawn, so that no two runs begin alike. */
  readonly isDrawn?: boolean;
}

/** The form of a success, with the requirement for each part. */
interface SuccessForm {
  /** The requirement that a valid request succeeds. */
  readonly requirement: string;
  /** The only success status; if absent, any 2xx, which is observed (ruling 1). */
  readonly status?: number;
  readonly media: string;
  readonly object: string;
  /** Observes undocumented fields. */
  readonly unknownFields: string;
  /** Observes fields that are null, if the document leaves that open. */
  readonly nulls?: string;
  /** A field with an array of objects that have their own schema. */
  readonly entries?: { readonly field: string; readonly schema: SchemaStem };
}

/** The forms of a failure. */
interface FailureForm {
  readonly forms: readonly AnswerKind[];
  /** The requirement that a failure has one of these forms. */
  readonly requirement: string;
  /** The requirements for a text/plain failure, if the document has one. */
  readonly text?: { readonly requirement: string; readonly nonEmpty: string };
}

/** How the preflight and the final liveness check use the plain request of an operation. */
export interface PlainRequestUse {
  /** Changes nothing and costs the least: sent first at the end of a run; before the run, all its pages are read. */
  readonly isListing?: true;
  /** Success shows that the synchronizer is known; it is stored, and later answers to the same request must agree. */
  readonly usesSynchronizer?: true;
}

/** What code for all operations needs to know about one of them; method and path are in schemas/openapi.json. */
export interface OperationDefinition {
  readonly operation: Operation;
  /** The prefix of the ids of its requirements, such as `GT`. */
  readonly idPrefix: string;
  /** For narrow columns. */
  readonly shortName: string;
  /** Where a request has its values; the schema of a body is `<stem>.request`. */
  readonly input: 'body' | 'query';
  /** Observes answers to a Content-Type other than JSON. */
  readonly openContentType?: string;
  readonly success: SuccessForm;
  readonly failure: FailureForm;
  /**
   * When the valid control of a rejected request is sent: in the same case, or last, after everything that must be
   * rejected, because a target may accept a valid request only once (rulings 14 and 25).
   */
  readonly validControl: 'in-case' | 'last';
  /** The member of its body that errors may return as their correlation id. */
  readonly correlationMember?: string;
  readonly probe: PlainRequestUse;
  /** Additional differences between two runs, by name, that change how long its answers take. */
  readonly paceDependsOn: readonly string[];
  /** Checks that compare answers with those of the preflight, or leave something for the end of a run: they stay in one shard. */
  readonly ofWholeRun?: readonly string[];
  /** How many requests the checks that send most of them send in a `standard` run, measured. */
  readonly work?: Readonly<Record<string, number>>;
  /** Its share of the cases of a soak, relative to the others; 0 if it has no `specs/<stem>/soak.spec.ts`. */
  readonly soakShare: number;
  /** Which of its requests contain a placeholder because something is not configured. */
  readonly placeholder: (configured: RequestSettings) => 'every' | 'rejected' | 'none';
  /** One-fault variations of a valid body that its schema cannot express. */
  readonly violationsBesideSchema?: (validBody: unknown) => Violation[];
  /** The specification and format of the key in a request, if its requests have one. */
  readonly keyType?: (body: Readonly<Record<string, unknown>>) => string | undefined;
  /** A valid body with every documented field, for what can be said without a target; absent for a query. */
  readonly fullBody?: () => object;
  /** The simplest request that shows whether the operation answers and accepts the credential; no body for a query. */
  readonly plainBody: (parts: PlainParts) => object | undefined;
}
