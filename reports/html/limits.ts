/** How much is shown of an exchange in a finding; lengths in characters. */
export const fullLimits = {
  target: 2_000,
  headers: 60,
  headerValue: 1_000,
  /** A JSON string or number. */
  value: 300,
  body: 6_000,
  /** Longer bodies are cut to this many bytes before they are parsed. */
  laidOut: 256 * 1024,
  /** Headers to omit because they rarely differ, in lower case. */
  withoutHeaders: new Set<string>(),
};

export type ExchangeLimits = Readonly<typeof fullLimits>;

/** Limits for every other exchange. */
export const briefLimits: ExchangeLimits = {
  target: 200,
  headers: 16,
  headerValue: 120,
  value: 44,
  body: 460,
  laidOut: 64 * 1024,
  withoutHeaders: new Set(['host', 'connection', 'keep-alive', 'user-agent', 'content-length', 'date']),
};

/** The same for an exchange with the accepted credential. */
export const briefestLimits: ExchangeLimits = {
  ...briefLimits,
  withoutHeaders: new Set([...briefLimits.withoutHeaders, 'authorization']),
};

/** The most exchanges in a page. */
export const mostExchanges = 2_000;

/** The most bytes for exchanges, findings and observations; the rest of a page is the document and the checks. */
export const roomForContent = 2_270_000;

/** The most bytes for findings without their exchanges, and characters for each of their texts. */
export const roomForFindings = 700_000;
export const findingText = 600;

/** The most bytes for observations, and characters for each. */
export const roomForObservations = 600_000;
export const observedText = 200;

/** The most characters of any other text in a report, such as the URL of its target. */
export const plainFact = 300;
