import { type SeedPart, textFrom } from '../seeding.ts';

/** Text without a character of base64, base64url or hex, so that no decoder makes bytes of it. */
export function undecodableText(...parts: SeedPart[]): string {
  return textFrom(['undecodable-text', ...parts], '!?#$%&()<>[]{}@^~|*:;.,', 24);
}
