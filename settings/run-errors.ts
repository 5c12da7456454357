/** No verdict is possible (ruling 27): exit status 3. The message tells the user what to do. */
export class NoVerdict extends Error {
  /** What each operation responded with, for readers; absent if none responded. */
  readonly responses: Readonly<Record<string, string>>;
  constructor(message: string, responses: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'NoVerdict';
    this.responses = responses;
  }
}

/** A judge failed on a record: it is not one that its check makes, or the judge has a bug. */
export class Unjudgeable extends Error {
  constructor(caseId: string, cause: unknown) {
    super(`The case ${caseId} cannot be judged: its record is not one that its check makes.`, { cause });
    this.name = 'Unjudgeable';
  }
}

/** The results of a run can no longer be written, for example because the disk is full: exit status 4. */
export class UnwritableResults extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnwritableResults';
  }
}

/**
 * The error for results that cannot be written.
 * @param folder the results folder
 * @param reason the error of the file system
 */
export function unwritableResults(folder: string, reason: unknown): UnwritableResults {
  const { code, message } = reason as NodeJS.ErrnoException;
  return new UnwritableResults(
    `The results can no longer be written to ${folder}: ${reasons.get(code ?? '') ?? code ?? message}. Free some space, then continue with \`ledger-conformance run --resume\` and the same --output; everything written until then is kept. This says nothing about the target.`,
  );
}

/** The usual reasons, by the code of the error. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'the disk quota is used up (EDQUOT)'],
  ['EFBIG', 'a file reached the size limit of the process or the file system (EFBIG)'],
]);
