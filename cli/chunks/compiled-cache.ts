import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** A script after compiling. */
export interface CompiledScript {
  readonly script: Script;
  /** Whether its code came from the cache. */
  readonly isCached: boolean;
  /**
   * Writes its code to the cache, with the functions compiled so far. Does nothing if that fails, or if another process has
   * done so meanwhile.
   */
  keep(): void;
}

/** Before the code itself. */
const checksumBytes = 4;

/**
 * Compiles a script, or takes its code from a cache: compiling megabytes takes longer than reading.
 * Neither another build of Node, nor another flag of V8, nor another source finds the same code.
 * @param filename a path or URL, for stack traces
 * @param folder the folder of the cache; a file in it that is damaged or cannot be read is as good as none
 */
export function compileCached(source: string, filename: string, folder: string): CompiledScript {
  const tag = [crc32(source), cachedDataVersionTag(), thisBuild].map((each) => each.toString(16)).join('-');
  const path = join(folder, `${basename(filename)}-${tag}`);
  const cachedData = readCode(path);
  const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  return {
    script,
    isCached: cachedData !== undefined && script.cachedDataRejected === false,
    keep: () => {
      if (cachedData !== undefined || readCode(path) === undefined)
        writeCode(path, script.createCachedData());
    },
  };
}

const thisBuild = buildTag(process.versions, statSync(process.execPath, { throwIfNoEntry: false }));

/**
 * Identifies a build of Node. V8 rejects cached code of another version of V8, but not of another build of the same version: Node
 * 20.19 and 20.20 have the same version with different patches, and run each other's cached code incorrectly, without an error.
 * @param program size and modification time of the executable, because distributions build the same version differently
 */
export function buildTag(
  versions: Readonly<Record<string, string | undefined>>,
  program: Readonly<{ size: number; mtimeMs: number }> | undefined,
): number {
  const file = [program?.size, program?.mtimeMs];
  return crc32(JSON.stringify([versions, file, process.arch, process.platform, process.config]));
}

/** V8 itself does not notice every damage. */
function readCode(path: string): Buffer | undefined {
  try {
    const file = readFileSync(path);
    const code = file.subarray(checksumBytes);
    return file.readUInt32BE(0) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(path: string, code: Buffer): void {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(code));
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([checksum, code]));
    renameSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
