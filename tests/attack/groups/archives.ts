import { archiveOf } from '../../../certificate/archive.ts';
import { type Base, type Forgery, forgeriesOf, type Row } from '../forgery.ts';
import { type ZipEntry, type ZipFrame, zipOf } from '../zip-writer.ts';

/** Archives are read before anything in them, so a part of the bundle is enough, and faster. */
const large = /^evidence\/|^report\.html$/;

/** The entries of a small archive, as the suite would write them. */
export function entriesOf({ files }: Base): ZipEntry[] {
  return [...files]
    .filter(([path]) => !large.test(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => ({ name, content }));
}

const written =
  (change: (entries: ZipEntry[]) => ZipEntry[], frame: ZipFrame = {}): Forgery['forge'] =>
  (base) => ({ archive: zipOf(change(entriesOf(base)), frame) });

const withFirst = (change: Partial<ZipEntry>): Forgery['forge'] =>
  written(([first, ...rest]) => (first === undefined ? [] : [{ ...first, ...change }, ...rest]));

const withMore = (...more: ZipEntry[]): Forgery['forge'] => written((entries) => [...entries, ...more]);

const bytes =
  (change: (archive: Buffer, base: Base) => Buffer): Forgery['forge'] =>
  (base) => {
    const files = new Map([...base.files].filter(([path]) => !large.test(path)));
    return { archive: change(archiveOf(files), base) };
  };

const forged = Buffer.from('{"verdict":"conformant"}');
const entry = (name: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ name, content: forged, ...more });

/** An archive of a forgery, of which `unzip` and others read the directory of the first. */
function twoDirectories(base: Base): Buffer {
  const genuine = archiveOf(new Map([...base.files].filter(([path]) => !large.test(path))));
  return Buffer.concat([zipOf([entry('report.json')]), genuine]);
}

const otherwise = 'The archive is not the one that `certify` makes of its files';
const damaged = 'not a bundle archive';

const rows: readonly Row[] = [
  ['an archive in front of the archive', (base) => ({ archive: twoDirectories(base) }), 5, otherwise],
  [
    'an archive in the comment of the archive',
    written((entries) => entries, { comment: zipOf([entry('report.json')]) }),
    5,
    otherwise,
  ],
  ['text in front', bytes((archive) => Buffer.concat([Buffer.from('#!/bin/sh\n'), archive])), 5, otherwise],
  [
    'text in front, with offsets put right',
    written((all) => all, { front: Buffer.from('#!') }),
    5,
    otherwise,
  ],
  ['one byte behind', bytes((archive) => Buffer.concat([archive, Buffer.from([0])])), 5, otherwise],
  ['text behind', written((all) => all, { behind: Buffer.from('more') }), 5, otherwise],
  ['a comment of the archive', written((all) => all, { comment: Buffer.from('trust me') }), 5, otherwise],
  ['a comment of an entry', withFirst({ comment: 'trust me' }), 5, otherwise],
  ['data between two entries', withFirst({ behind: Buffer.from('between') }), 5, otherwise],
  ['data before the directory', written((all) => all, { beforeDirectory: forged }), 5, otherwise],
  ['a hidden entry', withMore(entry('report.json', { isHidden: true })), 5, otherwise],
  ['a hidden entry of a new name', withMore(entry('more.json', { isHidden: true })), 5, otherwise],
  [
    'a hidden entry in front',
    written((all) => [entry('README.md', { isHidden: true }), ...all]),
    5,
    otherwise,
  ],
  ['a local name out of the folder', withFirst({ localName: '../README.md' }), 5, otherwise],
  ['another local name', withFirst({ localName: 'report.json' }), 5, otherwise],
  ['an absolute local name', withFirst({ localName: '/etc/passwd' }), 5, otherwise],
  ['a wrong CRC', withFirst({ crc: 1 }), 5, otherwise],
  ['a wrong CRC in front of the content', withFirst({ localCrc: 1 }), 5, otherwise],
  [
    'the attributes of a symbolic link',
    withFirst({ externalAttributes: 0xa1ff_0000, madeBy: 0x0314 }),
    5,
    otherwise,
  ],
  ['an executable file', withFirst({ externalAttributes: 0x81ed_0000, madeBy: 0x0314 }), 5, otherwise],
  ['a hidden file of DOS', withFirst({ externalAttributes: 2 }), 5, otherwise],
  ['an entry __proto__', withMore(entry('__proto__')), 5, otherwise],
  ['an entry constructor', withMore(entry('constructor')), 5, 'differs from byte'],
  ['an entry twice', withMore(entry('report.json')), 5, 'twice'],
  ['an entry that differs in case only', withMore(entry('REPORT.JSON')), 5, otherwise],
  ['an entry out of the folder', withMore(entry('../report.json')), 5, otherwise],
  [
    'an entry out of the folder, in an archive as the suite would write it',
    bytes((_, { files }) => archiveOf(new Map([...files, ['../report.json', forged]]))),
    5,
    'an entry "../report.json"',
  ],
  ['an absolute entry', withMore(entry('/report.json')), 5, otherwise],
  ['an entry with backslashes', withMore(entry('evidence\\run.ndjson')), 5, otherwise],
  ['an entry with a NUL', withMore(entry('report.json\0.txt')), 5, otherwise],
  ['a folder', withMore(entry('evidence/', { content: Buffer.alloc(0) })), 5, otherwise],
  ['other files first', written((all) => all.toReversed()), 5, otherwise],
  [
    'entries in another order in the directory',
    written(([a, b, ...rest]) => (a && b ? [b, a, ...rest] : [])),
    5,
    otherwise,
  ],
  ['another time', withFirst({ time: 1, date: 0x5a21 }), 5, otherwise],
  ['an entry that is stored', withFirst({ isStored: true }), 5, otherwise],
  ['another compression', withFirst({ isOtherwisePacked: true }), 5, otherwise],
  ['a data descriptor announced', withFirst({ flags: 8 }), 5, otherwise],
  ['an entry said to be encrypted', withFirst({ flags: 1 }), 5, otherwise],
  ['names said to be UTF-8', withFirst({ flags: 0x800 }), 5, otherwise],
  ['an extra field', withFirst({ extra: Buffer.from('0a00040000000000', 'hex') }), 5, otherwise],
  [
    'an extra field in front of the content',
    withFirst({ localExtra: Buffer.from('0a00040000000000', 'hex') }),
    5,
    otherwise,
  ],
  [
    'another name in an extra field',
    withFirst({ localExtra: Buffer.from('75700600010000000078', 'hex') }),
    5,
    otherwise,
  ],
  ['a size that is too small', withFirst({ declaredSize: 1 }), 5, ''],
  ['a size that is too large', withFirst({ declaredSize: 1 << 20 }), 5, otherwise],
  [
    'an archive that grows a hundred times',
    withFirst({ declaredSize: 511 << 20 }),
    5,
    'more than 100 times its size',
  ],
  ['a size of four gigabytes', withFirst({ declaredSize: 0xffff_fffe }), 5, 'more than 512 MiB'],
  ['fewer entries than there are', written((all) => all, { count: 2 }), 5, otherwise],
  ['more entries than there are', written((all) => all, { count: 90 }), 5, ''],
  ['65535 entries', written((all) => all, { count: 0xffff }), 5, ''],
  [
    'more than a hundred entries',
    withMore(...Array.from({ length: 100 }, (_, at) => entry(`f${at}`))),
    5,
    'more than 100 files',
  ],
  ['no entries', () => ({ archive: zipOf([]) }), 3, 'statement.dsse.json is missing'],
  ['nothing', () => ({ archive: Buffer.alloc(0) }), 5, damaged],
  ['half of the archive', bytes((archive) => archive.subarray(0, archive.length >> 1)), 5, damaged],
  ['the archive without its last byte', bytes((archive) => archive.subarray(0, -1)), 5, damaged],
  ['the archive without its first byte', bytes((archive) => archive.subarray(1)), 5, ''],
  ['the end of the directory alone', bytes((archive) => archive.subarray(-22)), 5, ''],
  [
    'another kind of file',
    () => ({ archive: Buffer.from('PK nothing of the kind, however long it is') }),
    5,
    damaged,
  ],
  [
    'a flipped bit in compressed content',
    bytes((archive) => {
      const changed = Buffer.from(archive);
      changed[200] = (changed[200] ?? 0) ^ 16;
      return changed;
    }),
    5,
    '',
  ],
];

export const archiveForgeries = forgeriesOf('archive', rows);
