import type { JsonObject } from '../json/read-json.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { KnownBodies } from '../settings/execute-bodies.ts';
import type { Waiver } from '../settings/waiver.ts';
import type { HeaderPair } from '../wire/exchange.ts';
import type { CaseLine } from './case-line.ts';
import type { CountedCircumstances } from './circumstances.ts';
import type { Finding } from './finding.ts';
import type { FindingSource } from './finding-source.ts';
import type { Judgement, Observation, Undecided } from './judgement.ts';
import type { ReasonKind } from './reason.ts';
import type { TargetFacts } from './target-facts.ts';

/** The version of the journal format. */
export const journalSchemaVersion = 2;

/** In place of the address of a target in a run of the reference server. */
export const embeddedAddress = 'embedded reference server';

/** The first line: what was run. Times are ISO 8601. */
export interface RunHeader {
  readonly type: 'run';
  readonly schemaVersion: number;
  readonly suite: { readonly name: string; readonly version: string };
  readonly document: { readonly sha256: string };
  readonly profile: string;
  readonly target: { readonly kind: 'reference' | 'target'; readonly baseUrl: string };
  readonly run: {
    readonly seed: string;
    readonly nonce: string;
    readonly effort: string;
    /** Cases of a soak run. */
    readonly cases?: number;
    /** Whether no request looks like those of this suite. */
    readonly disguise?: true;
    /** Why the run of a certificate was not disguised. */
    readonly undisguised?: string;
    /** Over which time its requests were spread, such as `2h`. */
    readonly spread?: string;
    /** The User-Agent of every request, if it was fixed. */
    readonly userAgent?: string;
    readonly shard: string | null;
    readonly only: string | null;
  };
  readonly startedAt: string;
}

/** What the preflight learned; judges see it in the facts of each case. */
export interface PreflightLine {
  readonly type: 'preflight';
  readonly facts: TargetFacts;
  /** Absent in journals of earlier versions. */
  readonly inputs?: RunInputs;
}

/** The judgement of a case during the run; anyone can judge the case again and compare. */
export interface JudgementLine extends Judgement {
  readonly type: 'judgement';
  readonly case: string;
}

/** How a check ended: `done`, or why it was not exercised. */
export interface CheckLine {
  readonly type: 'check';
  readonly requirement: string;
  readonly operation: Operation;
  /** The partition of a soak that this line ends. */
  readonly partition?: number;
  readonly state: 'done' | 'not-exercised' | 'inconclusive' | 'error';
  /** Display text; null if it was done. */
  readonly reason: string | null;
  readonly kind?: ReasonKind;
  /** What was known of the execute bodies when it began, if it may use them; absent in journals of earlier versions. */
  readonly known?: KnownBodies;
  /** An earlier check had left connections idle when it began. */
  readonly hasIdle?: true;
}

/** Why a run could not begin or go on, or lost one of its processes. */
export interface RunFailure {
  /** The exit status: wrong usage, no verdict, or a failure of the suite. */
  readonly status: 2 | 3 | 4;
  /** Sentences, the most important first. */
  readonly causes: readonly string[];
}

/** The last line; a journal without it is incomplete. */
export interface Footer {
  readonly type: 'footer';
  readonly finishedAt: string;
  readonly ended: 'complete' | 'interrupted';
  /** Present if the run could not begin or go on, or lost one of its processes. */
  readonly failure?: RunFailure;
  /** Set if no operation responded to the final liveness check. */
  readonly targetGone?: true;
  /**
   * Operations that stopped responding during the run and did not respond to the final liveness check while others did,
   * with the exchanges that show it; absent if there are none.
   */
  readonly stopped?: Partial<Readonly<Record<Operation, readonly string[]>>>;
  readonly exchanges: { readonly count: number; readonly sha256: string };
}

export type JournalLine =
  | RunHeader
  | PreflightLine
  /** A copy of the waivers of the run; there is no such line if there are none. */
  | { readonly type: 'waivers'; readonly waivers: readonly Waiver[] }
  | CaseLine
  | JudgementLine
  | CheckLine
  | SumLine
  | Footer;

/** Cases of one requirement whose controls had the same result. */
export interface SummedCases {
  readonly requirement: string;
  readonly control: Judgement['control'];
  readonly body: string | null;
  cases: number;
  readonly judged: Record<string, number>;
}

/** A finding of cases that are not kept individually; kept cases have the same finding with its exchanges. */
export interface SummedFinding extends Omit<Finding, 'exchanges' | 'sides'> {
  readonly shownBy: string;
  /** Absent in journals of earlier versions. */
  readonly source?: FindingSource;
  affected: number;
}

/** How the requests of cases were answered. */
export interface SummedTraffic {
  /** Requests sent; an exchange that several cases share counts once. */
  requests: number;
  /** Requests as seen by cases: a shared one counts in each. */
  seen: number;
  /** How many of those seen had no usable response in their final attempt. */
  unanswered: number;
  /** Whether each of them was a well-formed "not now" (ruling 26), or met a limit of the suite (ruling 38). */
  onlyBusy: boolean;
  /** Requests that were answered only after a retry. */
  recovered: number;
}

/** The circumstances of cases that were judged for the same requirements. */
export interface SummedCircumstances {
  readonly judged: readonly string[];
  readonly counted: CountedCircumstances;
}

/**
 * The cases of a soak partition that are not kept individually, summed up since the previous such line. It is also a
 * checkpoint: the first `upto` cases of the partition are in the journal, kept or summed up.
 */
export interface SumLine {
  readonly type: 'sum';
  readonly operation: Operation;
  readonly partition: number;
  readonly upto: number;
  /** Exchanges that were sent and judged but are not kept. */
  readonly exchanges: number;
  readonly cases: readonly SummedCases[];
  readonly findings: readonly SummedFinding[];
  readonly observations: readonly Observation[];
  readonly undecided: readonly Undecided[];
  readonly unanswered: readonly { readonly requirement: string; readonly count: number }[];
  readonly traffic: SummedTraffic;
  /** Absent in journals of earlier versions. */
  readonly circumstances?: readonly SummedCircumstances[];
  /** The number of requests by the key of their kind of input; absent in journals of earlier versions. */
  readonly attempts?: Readonly<Record<string, number>>;
}

/** What a token looks like without what makes it secret: all texts among its claims are replaced by as many letters. */
export type TokenShape =
  | { readonly kind: 'jwt'; readonly header: JsonObject; readonly claims: JsonObject }
  | { readonly kind: 'opaque'; readonly length: number };

/** The sort of key that tokens can be signed with. */
export type KeyShape =
  | { readonly kind: 'secret'; readonly length: number }
  | { readonly kind: 'jwk'; readonly kty: string; readonly crv?: string; readonly alg?: string };

/**
 * What the requests of a run follow from, besides its seed, its nonce, the facts and the responses: with these, the
 * requests can be generated again without the credentials.
 */
export interface RunInputs {
  readonly executeBodies: readonly JsonObject[];
  readonly token: TokenShape;
  readonly expiredToken: TokenShape | null;
  readonly key: KeyShape | null;
  /** Present if a public key shows who signed the tokens. */
  readonly publicKey?: true;
  /** Headers that a gateway needs, with marks in place of their values. */
  readonly gateway: readonly HeaderPair[];
  /** The variable with the proxy that requests go through, if they do. */
  readonly proxy?: string;
  /** Present if connections have a client certificate. */
  readonly clientCertificate?: true;
  readonly timeoutMs: number;
  readonly bodyMebibytes: number;
}
