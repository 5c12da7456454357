import type { Deviation, Pinned, Profile } from '../../profiles/profile.ts';

/** A profile as sections of a page: deviations, known defects, pinned behaviour. */
export function profileSections(profile: Profile & { readonly extends?: string }): string[] {
  const { deviations, defects = [], pinned = [] } = profile;
  return [
    ...(profile.extends === undefined
      ? []
      : [
          `It has what [${profile.extends}](#profile-${profile.extends.replace('.', '')}) has; these entries come first.`,
          '',
        ]),
    '### Deviations from the document',
    '',
    'Behaviour that the document forbids and this profile allows. Allowed responses: `success`, `text-400` (a 400 with a text),',
    '`error-object` (a failure with the JSON error object).',
    '',
    ...table(
      ['behaviour', 'requirements', 'allowed instead'],
      grouped(deviations, (entry) => [entry.reason, entry.operations, allowedBy(entry)]).map((entries) => [
        entries[0].reason,
        entries.map((entry) => `\`${entry.requirement}\`${whereOf(entry)}`).join(', '),
        allowedBy(entries[0]),
      ]),
    ),
    ...section(
      'Known defects',
      'Known bugs of the release. Reports list them; they do not affect the verdict.',
      ['defect', 'status', 'shown by', 'behaviour'],
      defects.map(({ id, status, requirements, reason }) => [
        id,
        String(status),
        requirements.map((each) => `\`${each}\``).join(', '),
        reason,
      ]),
    ),
    ...section(
      'Pinned behaviour',
      'Behaviour that the document leaves open and this release fixes. Under this profile each is a MUST.',
      ['behaviour', 'requirements'],
      grouped(pinned, (entry) => [entry.reason]).map((entries) => [
        entries[0].reason,
        [...new Set(entries.map((entry) => `\`${entry.requirement}\`${onOf(entry)}`))].join(', '),
      ]),
    ),
  ];
}

function section(
  title: string,
  words: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  return rows.length === 0 ? [] : [`### ${title}`, '', words, '', ...table(head, rows)];
}

/** Entries with the same key, in the order of the first of each. */
function grouped<T>(entries: readonly T[], keyOf: (entry: T) => unknown): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const entry of entries) {
    const key = JSON.stringify(keyOf(entry));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

function onOf({ operations }: Deviation | Pinned): string {
  return operations === undefined ? '' : ` on ${operations.join(', ')}`;
}

/** Where the deviation applies, if not everywhere; its profile says for which places and values exactly. */
function whereOf(entry: Deviation): string {
  const { keywords, pointer, value } = entry.wrong ?? {};
  const parts = [
    ...(keywords ?? []),
    ...(pointer === undefined && value === undefined ? [] : ['some values']),
  ];
  return `${onOf(entry)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

function allowedBy({ answers, level }: Deviation): string {
  return [...(answers ?? []), ...(level === undefined ? [] : [`level ${level}`])].join(', ');
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
