/** Ways to write a text in a query, all of them valid under RFC 3986; which one a client uses means nothing. */
export const tokenEncodings = ['usual', 'raw', 'lower-case', 'every-byte', 'every-byte-lower-case'] as const;
export type TokenEncoding = (typeof tokenEncodings)[number];

/** Longer queries could exceed a limit that the document does not show (ruling 23); they are encoded as usual. */
const longest = 1_800;

/**
 * Characters that may stand as they are in a query (RFC 3986 section 3.4), although most clients encode them. Not `&`,
 * which separates parameters, as `;` once did (HTML 4.01 appendix B.2.2), nor `+`, which readers of forms take for a
 * blank.
 */
const mayStandRaw = /%(?:2F|3F|3A|40|24|2C|3D)/g;

/** Writes text from a target in a query; unpaired surrogates, which have no UTF-8 form, become U+FFFD. */
export function encodedToken(text: string, encoding: TokenEncoding = 'usual'): string {
  const bytes = Buffer.from(text);
  const usual = encodeURIComponent(bytes.toString());
  const encoded = writers[encoding](usual, bytes);
  return encoded.length > longest ? usual : encoded;
}

const writers: Readonly<Record<TokenEncoding, (usual: string, bytes: Buffer) => string>> = {
  usual: (usual) => usual,
  raw: (usual) => usual.replace(mayStandRaw, decodeURIComponent),
  'lower-case': (usual) => usual.replace(/%../g, (triplet) => triplet.toLowerCase()),
  'every-byte': (_, bytes) => bytes.toString('hex').toUpperCase().replace(/../g, '%$&'),
  'every-byte-lower-case': (_, bytes) => bytes.toString('hex').replace(/../g, '%$&'),
};
