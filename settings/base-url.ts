/** A base URL as requests and reports have it: the scheme in lower case, no slash at the end. */
export function normalBaseUrl(text: string): string {
  return text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()).replace(/(?<!\/)\/+$/, '');
}

/**
 * What is wrong with a base URL that is a URL of HTTP, with the one to use instead; undefined for any other text, which is not
 * shown because it can be secret. User information would put a password into every report.
 */
export function wrongPart(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol)) return undefined;
  const part =
    username !== '' || password !== ''
      ? 'a user or password'
      : search !== ''
        ? 'a query'
        : hash !== ''
          ? 'a fragment'
          : /[\s\\\p{C}]/u.test(text)
            ? 'a blank, a backslash or a control character'
            : undefined;
  const meant = normalBaseUrl(`${origin}${pathname}`);
  if (part === undefined) return undefined;
  return `it contains ${part}. Set it to ${withoutVersion(meant) ?? meant}.`;
}

/** The base URL in front of `/v2`, which the suite adds itself; undefined if this one has no such path. */
export function withoutVersion(baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/');
  const at = segments.indexOf('v2');
  return at === -1 ? undefined : `${origin}${segments.slice(0, at).join('/')}`;
}
