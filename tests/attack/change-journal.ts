import { type Change, inFirst, inLines, type Loose, runPath } from './change-run.ts';

/** Changes the first line of the journal. */
export const header = (change: (line: Loose) => void): Change => inFirst(runPath, /^\{"type":"run"/, change);
/** Changes its last line. */
export const footer = (change: (line: Loose) => void): Change =>
  inFirst(runPath, /^\{"type":"footer"/, change);
/** Changes what the preflight learned. */
export const preflight = (change: (line: Loose) => void): Change =>
  inFirst(runPath, /^\{"type":"preflight"/, change);

/** Drops the lines of a type. */
export const without = (start: string): Change =>
  inLines(runPath, (lines) => lines.filter((line) => !line.startsWith(`{"type":"${start}"`)));

/** Adds a line in front of the last. */
export const withLine = (line: object): Change =>
  inLines(runPath, (lines) => [...lines.slice(0, -1), JSON.stringify(line), ...lines.slice(-1)]);

/** Repeats the lines of a type. */
export const twice = (type: string): Change =>
  inLines(runPath, (lines) =>
    lines.flatMap((line) => (line.startsWith(`{"type":"${type}"`) ? [line, line] : [line])),
  );
