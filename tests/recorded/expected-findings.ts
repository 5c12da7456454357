/** Records that break the same requirement in the same way: names under a common beginning. */
interface Family {
  readonly requirement: string;
  readonly under: string;
  readonly names: string;
}

/**
 * Written from the rulings, record by record, before any code judged it. Every record that is not here is clean, or
 * observed only.
 */
const families: readonly Family[] = [
  // Ruling 12: an invalid body is a text 400; these are JSON, the two without key data even a 500.
  {
    requirement: 'GT-FAILURE-TEXT',
    under: 'gen.',
    names: `threshold.-1 missing.partyHint missing.publicKey null.publicKey missing.publicKey.keyData
      type.publicKey.keyData.empty raw.empty-object`,
  },
  // Ruling 12: "1" is not an integer.
  { requirement: 'GT-REQ-THRESHOLD-TYPE', under: 'gen.threshold.', names: 'string-digits' },
  // Ruling 24: a 500, in its proper form, to a request that is merely unusual.
  { requirement: 'ERR-NO-5XX', under: 'gen.', names: 'observation-only' },

  // Ruling 14: every failure of execute carries the error object; these are text 400.
  {
    requirement: 'EX-FAILURE-FORM',
    under: 'exec.raw.',
    names: `empty-body no-body-no-ct no-body-content-length-0 invalid-json not-json null array number trailing-garbage
      single-quotes comment bom two-docs dup-key-last-bad`,
  },
  {
    requirement: 'EX-FAILURE-FORM',
    under: 'exec.',
    names: `userId-number dedup.null dedup.empty-object dedup.unknown-variant dedup.lowercase dedup.no-value-wrapper
      dedup.seconds-float dedup.nanos-2^31 minLT.time-null minLT.unknown-variant minLT.string
      type.preparedTransaction.number type.preparedTransaction.object null.partySignatures
      type.partySignatures.number type.partySignatures.array type.partySignatures.empty-string
      missing.submissionId null.submissionId type.submissionId.number type.submissionId.array
      type.hashingSchemeVersion.array type.hashingSchemeVersion.object type.hashingSchemeVersion.empty-string
      hsv.HASHING_SCHEME_VERSION_V4 hsv.V2 hsv.hashing_scheme_version_v2 hsv.number-2 hsv.number-string
      prepTx.not-base64 prepTx.base64url`,
  },
  {
    requirement: 'EX-FAILURE-FORM',
    under: 'exec.sig.',
    names: `missing.format number.format null.signature number.signature null.signedBy number.signedBy
      null.signingAlgorithmSpec number.signingAlgorithmSpec empty.signingAlgorithmSpec format.unknown alg.unknown
      not-base64`,
  },
  { requirement: 'EX-FAILURE-FORM', under: 'exec.ps.', names: 'signatures-null signatures-object' },
  // That decoding comes before authentication is nobody's fault, but the form of the failure is.
  { requirement: 'EX-FAILURE-FORM', under: 'order.exec.', names: 'no-auth-invalid-body' },
  // Ruling 14: only single-party submissions.
  { requirement: 'EX-SINGLE-PARTY', under: 'exec.ps.', names: 'two-parties' },

  // Ruling 16: whatever is refused carries the error object; these are text 400.
  {
    requirement: 'LU-FAILURE-FORM',
    under: 'users.pageSize.',
    names: 'empty 2147483648 99999999999999999999 1.5 1e2 1%20 0x10 null',
  },
  { requirement: 'LU-FAILURE-FORM', under: 'users.', names: 'fragment-like' },
  { requirement: 'LU-FAILURE-FORM', under: 'order.users.', names: 'no-auth-bad-pageSize' },

  // Rulings 19 and 22: an empty token is refused with the error object, on every operation; these are text 400.
  {
    requirement: 'GT-FAILURE-FORM',
    under: 'auth.generate-topology.',
    names: 'bearer-no-token bearer-space-only',
  },
  { requirement: 'EX-FAILURE-FORM', under: 'auth.execute.', names: 'bearer-no-token bearer-space-only' },
  { requirement: 'LU-FAILURE-FORM', under: 'auth.list-users.', names: 'bearer-no-token bearer-space-only' },

  // Ruling 24: a 401 without WWW-Authenticate, which this node never sends.
  {
    requirement: 'AUTH-WWW-AUTHENTICATE',
    under: 'auth.generate-topology.',
    names: `none empty-header bearer-garbage bad-signature other-secret expired lifetime-1day expired-1s no-exp
      nbf-future iat-future wrong-scope payload-not-json query-access_token swp-daml.ws.auth-first
      swp-daml.ws.auth-first-space swp-bearer swp-bad swp-good-auth-bad`,
  },
  {
    requirement: 'AUTH-WWW-AUTHENTICATE',
    under: 'auth.execute.',
    names: `empty-header bearer-garbage bad-signature other-secret alg-none hs384 expired lifetime-6min lifetime-1day
      no-exp nbf-future iat-future no-scope no-sub query-access_token swp-daml.ws.auth-first
      swp-daml.ws.auth-first-space swp-raw-jwt swp-bearer swp-bad swp-good-auth-bad`,
  },
  {
    requirement: 'AUTH-WWW-AUTHENTICATE',
    under: 'auth.list-users.',
    names: `none bad-signature hs384 expired lifetime-1day nbf-future iat-future wrong-scope no-scope payload-not-json
      swp-daml.ws.auth-first-space swp-bearer swp-good-auth-bad`,
  },
  {
    requirement: 'AUTH-WWW-AUTHENTICATE',
    under: 'order.',
    names: 'users.no-auth-neg-pageSize gen.no-auth-wrong-ct',
  },
];

/** Record name and requirement of every finding that the `document` profile must have, sorted. */
export const expectedFindings: readonly string[] = families
  .flatMap(({ requirement, under, names }) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${under}${name} ${requirement}`),
  )
  .sort();
