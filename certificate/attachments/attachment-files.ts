import { BundleRefused } from '../bundle-refused.ts';

/** Third-party evidence about a signature of a bundle: when it existed, or that it is in a public log. */
export type AttachmentKind = 'timestamp' | 'log-entry';

/** Where attachments of a kind are in a bundle, and how many bytes one has at most. */
const places: Readonly<
  Record<AttachmentKind, { readonly folder: string; readonly ending: string; readonly most: number }>
> = {
  timestamp: { folder: 'timestamps', ending: '.tst', most: 64 * 1024 },
  'log-entry': { folder: 'log-entries', ending: '.sigstore.json', most: 256 * 1024 },
};

const kinds = Object.keys(places) as readonly AttachmentKind[];

/** An attachment of a bundle. Its name has the id of the key whose signature it is about. */
export interface Attachment {
  readonly kind: AttachmentKind;
  readonly path: string;
  readonly keyId: string;
  readonly bytes: Buffer;
}

/** The path of an attachment in a bundle. */
export function attachmentPath(kind: AttachmentKind, keyId: string): string {
  const { folder, ending } = places[kind];
  return `${folder}/${keyId}${ending}`;
}

/**
 * The attachments of a bundle. Its signatures do not cover them, so anyone can add, replace and remove them.
 * @throws BundleRefused if one is too large
 */
export function attachmentsIn(files: ReadonlyMap<string, Buffer>): Attachment[] {
  return [...files].flatMap(([path, bytes]) => {
    const named = attachmentAt(path);
    return named === undefined ? [] : [checkedSize({ ...named, path, bytes })];
  });
}

/** @throws BundleRefused if an attachment is too large */
export function checkedSize(attachment: Attachment): Attachment {
  const { kind, path, bytes } = attachment;
  const { most } = places[kind];
  if (bytes.length <= most) return attachment;
  throw new BundleRefused(kind, `${path} has more than ${most / 1024} KiB.`);
}

/** Kind and key from the path of an attachment; undefined if it is the path of another file. */
export function attachmentAt(path: string): Pick<Attachment, 'kind' | 'keyId'> | undefined {
  for (const kind of kinds) {
    const { folder, ending } = places[kind];
    const keyId = path.slice(folder.length + 1, path.length - ending.length);
    if (/^[\w-]{43}$/.test(keyId) && path === attachmentPath(kind, keyId)) return { kind, keyId };
  }
  return undefined;
}
