import { readFileSync } from 'node:fs';

/** A heading of interface.md with the lines up to the next heading. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** interface.md as it is kept beside the requirements. */
export const interfaceDocument = readFileSync(
  new URL('../../requirements/interface.md', import.meta.url),
  'utf8',
);

/** Lines that only name the table or the list behind them. */
const captions = new Set([
  'Rules for generated topology:',
  'partySignatures shape:',
  'deduplicationPeriod shape (duration variant):',
  'Rules:',
]);

/** The sections of a Markdown text, in its order. */
export function sectionsOf(markdown: string): Section[] {
  return markdown.split(/^#+ /m).flatMap((part) => {
    const end = part.indexOf('\n');
    return end < 0 ? [] : [{ heading: part.slice(0, end), text: part.slice(end + 1) }];
  });
}

/** The sentences and the table rows of a section, verbatim: without captions, table heads, rules and list marks. */
export function unitsOf({ text }: Section): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isTableHead = isTableRule(lines[index + 1]) && line.startsWith('|');
    if (line.trim() === '' || captions.has(line) || isTableHead || isTableRule(line)) return [];
    return line.startsWith('|') ? [line] : sentencesOf(line.replace(/^ *(?:-|\d+\.)? +/, ''));
  });
}

function isTableRule(line: string | undefined): boolean {
  return line !== undefined && /^\|[-|]+\|$/.test(line);
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=\.) (?=[A-Z])/);
}
