import type { Explained } from '../../../checks/recorded/explained.ts';
import type { Defect, Deviation, Profile } from '../../../profiles/profile.ts';
import { plainLine } from '../../../reports/formats/plain-text.ts';
import { indented } from '../../../reports/terminal/wrapped.ts';
import { say } from '../../output/say.ts';

/** Prints the deviations and known defects of a profile found in a recording, with reason, source and records. */
export function showExplained(all: readonly Explained[], profile: Profile): void {
  const shown = new Map<Deviation | Defect, Set<string>>();
  for (const { by, name } of all) {
    if (by === undefined) continue;
    shown.set(by, (shown.get(by) ?? new Set()).add(name));
  }
  const entries = [...profile.deviations, ...(profile.defects ?? [])].filter((entry) => shown.has(entry));
  const deviations = entries.filter((entry) => 'requirement' in entry);
  const defects = entries.filter((entry) => 'id' in entry);
  const names = (entry: Deviation | Defect): string[] => [...(shown.get(entry) ?? [])];
  if (deviations.length > 0) {
    say(`Deviations from the document: ${deviations.length} of those listed in ${profile.id}`, '');
    for (const entry of deviations) show(entry.requirement, entry, names(entry));
  }
  if (defects.length > 0) {
    say(`Known defects: ${defects.length}`, '');
    for (const entry of defects) show(`${entry.id} (status ${entry.status})`, entry, names(entry));
  }
}

function show(title: string, { reason, source }: Deviation | Defect, records: readonly string[]): void {
  say(`${title}: ${records.length} exchanges`, ...indented(`${reason} (${source})`, 2));
  say(...records.slice(0, 5).map((name) => `  ${plainLine(name, 70)}`));
  if (records.length > 5) say(`  and ${records.length - 5} more`);
  say('');
}
