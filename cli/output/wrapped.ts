/** Text in lines of at most 80 columns, each indented by so many blanks. */
export function wrapped(text: string, indent: number, columns = 80): string[] {
  const width = columns - indent;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((each) => `${' '.repeat(indent)}${each}`);
}
