import type { Violation } from '../generators/violation.ts';
import type { AnswerKind, Operation } from '../requirements/requirement.ts';
import type { SchemaStem } from '../schemas/schema.ts';

/** What is configured of a target, as far as the requests of an operation depend on it. */
export interface RequestSettings {
  readonly synchronizer: string | null;
  readonly executeBodies: number;
}

/** What a plain request is made of. */
export interface PlainParts {
  readonly synchronizer: string | null;
  /** Makes what has to be unique. */
  readonly identity: string;
  /** The first configured execute body. */
  readonly executeBody: Readonly<Record<string, unknown>> | undefined;
}

/** The form of a success, with the requirement that speaks of each part of it. */
export interface SuccessForm {
  /** The requirement that a valid request succeeds. */
  readonly requirement: string;
  /** The only success status; any 2xx, which is observed, where absent (ruling 1). */
  readonly status?: number;
  readonly media: string;
  readonly object: string;
  /** Observes fields that the document does not have. */
  readonly unknownFields: string;
  /** Observes fields that are null, where the document leaves that open. */
  readonly nulls?: string;
  /** A field that holds an array of objects with a schema of their own. */
  readonly entries?: { readonly field: string; readonly schema: SchemaStem };
  /** Whether an answer says something about the request: then `checks/<stem>/meaning.ts` judges it. */
  readonly relatesToRequest?: true;
}

/** The forms of a failure. */
export interface FailureForm {
  readonly forms: readonly AnswerKind[];
  /** The requirement that a failure has one of these forms. */
  readonly requirement: string;
  /** The requirements that speak of a text/plain failure, where the document has one. */
  readonly text?: { readonly requirement: string; readonly nonEmpty: string };
}

/** How the preflight and the final liveness check use the plain request of an operation. */
export interface PlainRequestUse {
  /** It changes nothing and costs the least: asked first at the end of a run, and followed through its pages before it. */
  readonly isListing?: true;
  /** Its success says that the synchronizer is known, and is kept: a later answer to the same request must agree with it. */
  readonly usesSynchronizer?: true;
}

/** Everything that code for all operations has to know of one of them; its method and path are in schemas/openapi.json. */
export interface OperationDefinition {
  readonly operation: Operation;
  /** What the ids of its requirements begin with, such as `GT`. */
  readonly idPrefix: string;
  /** Where there is little room. */
  readonly shortName: string;
  /** Where a request has its values; a body has the schema `<stem>.request`. */
  readonly input: 'body' | 'query';
  /** Observes what another Content-Type than JSON is answered. */
  readonly openContentType?: string;
  readonly success: SuccessForm;
  readonly failure: FailureForm;
  /**
   * Where the valid control of a rejected request goes: along in its case, or last, after everything that must be rejected, as
   * a target may accept each valid request once only (rulings 14 and 25).
   */
  readonly validControl: 'in-case' | 'last';
  /** The member of its body that errors may give back as their correlation id. */
  readonly correlationMember?: string;
  readonly probe: PlainRequestUse;
  /** Names of differences between two runs, beside the usual ones, that change how long its answers take. */
  readonly paceDependsOn: readonly string[];
  /** Its share of the cases of a soak, in proportion to the others; 0 where it has no `checks/<stem>/soak.ts`. */
  readonly soakShare: number;
  /** Which of its requests hold a placeholder because something is not configured. */
  readonly placeholder: (configured: RequestSettings) => 'every' | 'rejected' | 'none';
  /** One-fault variations of a valid body that its schema cannot express. */
  readonly violationsBesideSchema?: (validBody: unknown) => Violation[];
  /** The simplest request that shows whether the operation answers and accepts the credential; no body for a query. */
  readonly plainBody: (parts: PlainParts) => object | undefined;
}
