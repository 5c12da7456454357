/** A metric of a text in the format of Prometheus. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The characters of a label value: what would end it or the line is escaped. */
const label = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;

/**
 * Reads text in the format that the textfile collector of node_exporter accepts, as strictly as it: HELP, TYPE and then the
 * samples of each metric, in one place; no two samples with the same labels; no timestamp.
 * @throws Error with the first line that is not of the format
 */
export function readExposition(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families: { name: string; help: string; samples: Sample[] }[] = [];
  const lines = text.slice(0, -1).split('\n');
  for (const [index, line] of lines.entries()) {
    const head = /^# HELP ([a-zA-Z_:][\w:]*) ((?:[^\\]|\\[\\n])+)$/.exec(line);
    if (head !== null) {
      const [, name = '', help = ''] = head;
      if (families.some((family) => family.name === name)) throw new Error(`${name} is there twice.`);
      if (lines[index + 1] !== `# TYPE ${name} gauge`) throw new Error(`${name} has no type.`);
      families.push({ name, help, samples: [] });
    } else if (!line.startsWith('# TYPE '))
      families.at(-1)?.samples.push(sampleOf(line, families.at(-1)?.name));
    else if (line !== `# TYPE ${families.at(-1)?.name} gauge`)
      throw new Error(`A type in a wrong place: ${line}`);
  }
  for (const { name, samples } of families) {
    if (samples.length === 0) throw new Error(`${name} has no sample.`);
    if (new Set(samples.map(({ labels }) => JSON.stringify(labels))).size !== samples.length)
      throw new Error(`${name} has two samples with the same labels.`);
  }
  return families;
}

function sampleOf(line: string, family: string | undefined): Sample {
  const read = /^([a-zA-Z_:][\w:]*)\{(.*)\} (-?\d+(?:\.\d+)?)$/.exec(line);
  const [, name, inside = '', value] = read ?? [];
  if (name === undefined || name !== family) throw new Error(`This is no sample of ${family}: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = inside; rest !== ''; ) {
    const [all = '', key = '', escaped = ''] = label.exec(rest) ?? [];
    if (all === '' || key in labels) throw new Error(`These are no labels: ${rest}`);
    labels[key] = escaped.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
    rest = rest.slice(all.length);
  }
  return { labels, value: Number(value) };
}
