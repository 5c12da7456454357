import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

const userId = /^[a-zA-Z0-9@^$.!`\-#+'~_|:()]{1,128}$/;

/** A token for the page after this user: base64url of a message whose field 1 is the id. */
export function writePageToken(lastUserId: string): string {
  const bytes = new BinaryWriter().tag(1, 2).string(lastUserId).finish();
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** The user id in a token, or undefined if it is not one of ours. The user need not exist. */
export function readPageToken(token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(token)) return undefined;
  try {
    const reader = new BinaryReader(Buffer.from(token, 'base64url'));
    const [field, wireType] = reader.tag();
    const id = field === 1 && wireType === 2 ? reader.string() : '';
    return reader.pos === reader.len && userId.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
