import type { Deviation, Narrowing, Pinned, Profile } from '../../profiles/profile.ts';

/** What a profile holds a target to, as a page: introduction, deviations, known defects, pinned observations. */
export function profilePage(profile: Profile, introduction: string): string {
  const { deviations, defects = [], pinned = [] } = profile;
  return [
    `# Profile ${profile.id}`,
    '',
    introduction.trim(),
    '',
    '## Deviations from the document',
    '',
    'What the document forbids and a target of this profile may do. Everything else of the document holds.',
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
    'Failures that everybody knows to be wrong. They are listed wherever they show, and decide nothing.',
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
    '## Pinned observations',
    '',
    'What the document leaves open and this release always does. Under this profile each is a MUST.',
    '',
    ...table(
      ['requirement', 'on', 'what is held', 'source'],
      distinct(
        pinned.map((entry) => [`\`${entry.requirement}\``, operationsOf(entry), entry.reason, entry.source]),
      ),
    ),
  ].join('\n');
}

function operationsOf({ operations }: Deviation | Pinned): string {
  return operations?.join(', ') ?? 'all it speaks of';
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
