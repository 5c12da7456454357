import { createHash } from 'node:crypto';

/** Bytes without secrets, and whether something was replaced. */
export interface Cleaned {
  readonly bytes: Buffer;
  readonly isChanged: boolean;
}

/** Shorter ones are searched for secrets sooner than they are recognised. */
const large = 64 * 1024;

/** How many bytes of results are kept. */
const rememberedAtMost = 48 * 1024 ** 2;

/**
 * Removes secrets from bodies. A target that sends the same large body again and again costs one search, and its exchanges
 * share one buffer: dozens of them may be in memory until a case is judged.
 */
export function cleaningLarge(clean: (bytes: Buffer) => Buffer): {
  of(bytes: Buffer): Cleaned;
  /** What was clean before may not be so now. */
  forget(): void;
} {
  const known = new Map<string, Cleaned>();
  let remembered = 0;
  const forget = (): void => {
    known.clear();
    remembered = 0;
  };
  const cleaned = (bytes: Buffer): Cleaned => {
    const after = clean(bytes);
    return { bytes: after, isChanged: after !== bytes };
  };
  return {
    forget,
    of(bytes) {
      if (bytes.length < large) return cleaned(bytes);
      const digest = createHash('sha256').update(bytes).digest('base64');
      const before = known.get(digest);
      if (before !== undefined) return before;
      const now = cleaned(bytes);
      if (now.bytes.length > rememberedAtMost) return now;
      if (remembered + now.bytes.length > rememberedAtMost) forget();
      remembered += now.bytes.length;
      known.set(digest, now);
      return now;
    },
  };
}
