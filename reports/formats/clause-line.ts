import lines from './clause-lines.json' with { type: 'json' };

/** The document as it is kept in the project, for formats that point into a file. */
export const documentPath = 'requirements/interface.md';

const byId: Readonly<Record<string, number>> = lines;

/**
 * The line of interface.md on which the quoted words of a requirement begin, counted from 1. The lines are data, because
 * the document itself is no part of the built package.
 * @throws Error where there is no line for it, which is a defect of the suite.
 */
export function clauseLine(id: string): number {
  const line = byId[id];
  if (line === undefined) throw new Error(`reports/formats/clause-lines.json has no line for ${id}; add it.`);
  return line;
}
