import type { Deviation, Narrowing, Pinned, Profile } from '../../profiles/profile.ts';

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
    'Behaviour that the document forbids and this profile allows. The rest of the document applies.',
    '',
    ...table(
      ['requirement', 'on', 'where', 'allowed instead', 'why', 'source'],
      deviations.map((entry) => [
        `\`${entry.requirement}\``,
        operationsOf(entry),
        whereOf(entry.wrong),
        allowedBy(entry),
        entry.reason,
        entry.source,
      ]),
    ),
    ...section(
      'Known defects',
      'Known bugs of the release. Reports list them; they do not affect the verdict.',
      ['defect', 'status', 'shown by', 'why', 'source'],
      defects.map(({ id, status, requirements, reason, source }) => [
        id,
        String(status),
        requirements.map((each) => `\`${each}\``).join(', '),
        reason,
        source,
      ]),
    ),
    ...section(
      'Pinned behaviour',
      'Behaviour that the document leaves open and this release fixes. Under this profile each is a MUST.',
      ['requirement', 'on', 'what must hold', 'source'],
      distinct(
        pinned.map((entry) => [`\`${entry.requirement}\``, operationsOf(entry), entry.reason, entry.source]),
      ),
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

function operationsOf({ operations }: Deviation | Pinned): string {
  return operations?.join(', ') ?? 'all its operations';
}

function whereOf(wrong: Narrowing | undefined): string {
  if (wrong === undefined) return 'everywhere';
  const { pointer, keywords, value } = wrong;
  const parts = [
    ...(pointer === undefined ? [] : [`at \`${pointer}\``]),
    ...(keywords === undefined ? [] : [`fault ${keywords.join(' or ')}`]),
    ...(value === undefined ? [] : [`value \`${value}\``]),
  ];
  return parts.join(', ');
}

function allowedBy({ answers, level }: Deviation): string {
  return [...(answers ?? []), ...(level === undefined ? [] : [`level ${level}`])].join(', ');
}

function distinct(rows: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(rows.map((row) => [row.join('|'), row])).values()];
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
