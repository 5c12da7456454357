import { X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData } from 'pkijs';
import { tokenIn } from '../../certificate/attachments/timestamp.ts';
import { attachmentPath, type Files, testResultFile, verdictFile } from '../../certificate/manifest.ts';
import { counterSigned, type Envelope } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { textOf } from './change-run.ts';
import type { Attempt, Base, Forgery } from './forgery.ts';
import { type Oddity, type TimestampAuthority, withAuthority } from './timestamp-authority.ts';

type Forge = Forgery['forge'];

/** The first signature of a statement. */
export function signatureIn(files: Files, name: string): Buffer {
  const { signatures } = JSON.parse(textOf(files, name)) as Envelope;
  return Buffer.from(signatures[0]?.sig ?? '', 'base64');
}

/** Where the timestamp of the vendor's signature is. */
export const pathOf = ({ vendor }: Base): string => attachmentPath('timestamp', vendor.id);

/** A file in the place of the timestamp of the vendor's signature. */
export const instead =
  (bytes: Buffer): Forge =>
  (base) => ({ files: new Map([...base.files, [pathOf(base), bytes]]) });

/** A token of an authority, whose root is trusted unless another is given. */
export const token =
  (
    make: (authority: TimestampAuthority, base: Base) => Buffer,
    oddity: Oddity = {},
    root?: (authority: TimestampAuthority) => string,
  ): Forge =>
  (base) =>
    withAuthority(oddity, (authority) => {
      const timestampRoots = [new X509Certificate(root?.(authority) ?? authority.root)];
      return { ...instead(make(authority, base))(base), timestampRoots };
    });

/** The token in what an authority answers to a request about some data. */
export const stamped = (authority: TimestampAuthority, data: Buffer, ...options: string[]): Buffer =>
  tokenIn('reply', authority.stamp(data, options.length === 0 ? undefined : options));

export const genuine = (authority: TimestampAuthority, base: Base): Buffer =>
  stamped(authority, signatureIn(base.files, verdictFile));

/** What a genuine token says, of another authority. */
export const contentFor = (base: Base): Buffer =>
  withAuthority({}, (authority) => {
    const { content } = ContentInfo.fromBER(new Uint8Array(genuine(authority, base)));
    const { eContent } = new SignedData({ schema: content }).encapContentInfo;
    return Buffer.from(eContent?.getValue() ?? new ArrayBuffer(0));
  });

/** A genuine token's content, signed by an authority without a check. */
export const resigned = (authority: TimestampAuthority, base: Base): Buffer =>
  authority.sign(contentFor(base));

/** Where the time is in a token or its content. */
export const timeIn = (bytes: Buffer): number => /\d{14}Z/.exec(bytes.toString('latin1'))?.index ?? -1;

/** A token of another year, as the authority itself would make it. */
export const ofYear =
  (year: string) =>
  (authority: TimestampAuthority, base: Base): Buffer => {
    const content = contentFor(base);
    content.write(year, timeIn(content), 'latin1');
    return authority.sign(content);
  };

export const withBit = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

/** Two signatures, and a genuine timestamp of the second, in the place of one of this key. */
export const ofStranger =
  (inPlaceOf: (base: Base) => string): Forge =>
  (base) =>
    withAuthority({}, (authority): Attempt => {
      const files = new Map(base.files);
      for (const name of [verdictFile, testResultFile]) {
        const envelope = JSON.parse(textOf(files, name)) as Envelope;
        files.set(name, jsonFile(counterSigned(envelope, base.stranger)));
      }
      const { signatures } = JSON.parse(textOf(files, verdictFile)) as Envelope;
      const data = Buffer.from(signatures[1]?.sig ?? '', 'base64');
      files.set(attachmentPath('timestamp', inPlaceOf(base)), stamped(authority, data));
      return { files, timestampRoots: [new X509Certificate(authority.root)] };
    });
