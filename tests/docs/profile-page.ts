import type { Deviation, Narrowing, Pinned, Profile } from '../../profiles/profile.ts';

/** A profile as a page: introduction, deviations, known defects, pinned behaviour. */
export function profilePage(profile: Profile, introduction: string): string {
  const { deviations, defects = [], pinned = [] } = profile;
  return [
    `# Profile ${profile.id}`,
    '',
    introduction.trim(),
    '',
    '## Deviations from the document',
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
    '## Known defects',
    '',
    'Known bugs of the release. Reports list them; they do not affect the verdict.',
    '',
    ...table(
      ['defect', 'status', 'shown by', 'why', 'source'],
      defects.map(({ id, status, requirements, reason, source }) => [
        id,
        String(status),
        requirements.map((each) => `\`${each}\``).join(', '),
        reason,
        source,
      ]),
    ),
    '## Pinned behaviour',
    '',
    'Behaviour that the document leaves open and this release fixes. Under this profile each is a MUST.',
    '',
    ...table(
      ['requirement', 'on', 'what must hold', 'source'],
      distinct(
        pinned.map((entry) => [`\`${entry.requirement}\``, operationsOf(entry), entry.reason, entry.source]),
      ),
    ),
  ].join('\n');
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
