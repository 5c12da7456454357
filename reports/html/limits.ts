/** How much of an exchange a page shows; lengths in characters. */
export interface ExchangeLimits {
  readonly target: number;
  readonly headers: number;
  readonly headerValue: number;
  /** A JSON string or number. */
  readonly value: number;
  readonly body: number;
  /** Bytes of a body above which it is cut before anything is made of it. */
  readonly laidOut: number;
  /** Headers that are not shown, in lower case: they are much the same everywhere. */
  readonly withoutHeaders: ReadonlySet<string>;
}

/** Of the exchange that stands in a finding. */
export const fullLimits: ExchangeLimits = {
  target: 2_000,
  headers: 60,
  headerValue: 1_000,
  value: 300,
  body: 6_000,
  laidOut: 256 * 1024,
  withoutHeaders: new Set(),
};

/** Of every other exchange. */
export const briefLimits: ExchangeLimits = {
  target: 200,
  headers: 16,
  headerValue: 120,
  value: 44,
  body: 460,
  laidOut: 64 * 1024,
  withoutHeaders: new Set(['host', 'connection', 'keep-alive', 'user-agent', 'content-length', 'date']),
};

/** The same of an exchange whose credential is the accepted one. */
export const briefestLimits: ExchangeLimits = {
  ...briefLimits,
  withoutHeaders: new Set([...briefLimits.withoutHeaders, 'authorization']),
};

/** Exchanges in a page. */
export const mostExchanges = 2_000;

/** Bytes of a page that exchanges, findings and observations may take together; the document and the checks take the rest. */
export const roomForContent = 2_430_000;

/** Bytes of findings without their exchanges, and characters of each of their texts. */
export const roomForFindings = 700_000;
export const findingText = 600;

/** Bytes of observations, and characters of each. */
export const roomForObservations = 600_000;
export const observedText = 200;

/** A curl command that is longer is not shown. */
export const longestCurl = 4_000;

/** Any other text of a report, such as the URL of its target. */
export const plainFact = 300;
