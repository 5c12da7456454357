import { readdirSync, readFileSync } from 'node:fs';
import { leniencyListOf } from '../../operations/leniencies-of.ts';
import { needsOf, requirements } from '../../requirements/catalogue.ts';
import { pitfallsOf } from '../../requirements/pitfalls/catalogue.ts';
import type { Operation, Requirement } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { allChecks } from '../../specs/all.ts';
import { judgedOver } from '../../specs/judged-over.ts';
import { anchorsOf } from './documents.ts';

/** What each judge looks at. */
const judges: Readonly<Record<string, string>> = {
  judgeAnswers: 'each response by itself',
  judgeRelations: 'responses compared with each other',
  judgeChains: 'all pages of a chain together',
  judgeListings: 'listings compared with each other, other responses on their own',
};

/** How many faults are listed; `explain` lists them all. */
const faultsNamed = 4;

/**
 * Every requirement in the order of the document, as a page.
 * @param kills faults of the kill matrix with the checks that condemned each, as `ID@operation`
 */
export function requirementPage(
  introduction: string,
  kills: Readonly<Record<string, readonly string[]>>,
): string {
  const sections = [...new Set(requirements.map(({ section }) => section))];
  return [
    '# Requirement reference',
    '',
    introduction.trim(),
    '',
    ...countsTable(),
    '',
    ...sections.map((section) => `- [${section}](#${anchorsOf(`# ${section}`)[0]}): ${idsOf(section)}`),
    '',
    ...sections.flatMap((section) => [
      `## ${section}`,
      '',
      ...requirements
        .filter((each) => each.section === section)
        .flatMap((each) => entry(each, faultsOf(each.id, kills))),
    ]),
  ].join('\n');
}

function idsOf(section: string): string {
  const of = requirements.filter((each) => each.section === section);
  const judgedHere = of.filter(({ excluded }) => excluded === undefined).length;
  return judgedHere === of.length ? `${of.length}` : `${of.length}, of them ${judgedHere} judged`;
}

function countsTable(): string[] {
  const stems = operationStems;
  const counted = (operation: Operation, level: string): number =>
    requirements.filter((each) => each.level === level && each.operations.includes(operation)).length;
  const levels = ['MUST', 'SHOULD', 'OPEN'];
  return [
    `| operation | ${levels.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...stems.map((stem) => `| ${stem} | ${levels.map((level) => counted(stem, level)).join(' | ')} |`),
  ];
}

function entry(each: Requirement, faults: readonly string[]): string[] {
  const { id, level, operations, rulings, quote, statement, excluded } = each;
  const facts = [
    excluded === undefined ? level : 'not judged',
    ...(operations.length === 3 ? ['all operations'] : operations),
    ...(rulings.length === 0
      ? []
      : [`[ruling${rulings.length === 1 ? '' : 's'} ${rulings.join(', ')}](../requirements/rulings.md)`]),
  ];
  return [
    `### ${id}`,
    '',
    facts.join(' · '),
    '',
    `> ${quote}`,
    '',
    statement,
    '',
    ...(excluded === undefined ? judged(each, faults) : [`- Not judged: ${excluded}`]),
    '',
  ];
}

function judged(each: Requirement, faults: readonly string[]): string[] {
  const { id, operations, answers } = each;
  const needs = new Set(operations.flatMap((operation) => needsOf(each, operation)));
  const profiled = profileWords(id);
  return [
    ...(answers === undefined ? [] : [`- Allowed responses: ${answers.join(', ')}`]),
    ...(needs.size === 0 ? [] : [`- Needs: ${[...needs].join(', ')}`]),
    `- Tested by: ${checkWords(each)}`,
    ...overWords(each),
    ...(faults.length === 0 ? [] : [`- Proven by ${faultWords(faults, id)}`]),
    ...pitfallWords(each),
    ...leniencyWords(each),
    ...(profiled === '' ? [] : [`- Under [canton-3.5](implementations.md): ${profiled}`]),
  ];
}

/** The circumstances over which a MUST or SHOULD is judged; operations with the same ones are named together. */
function overWords({ id, level, operations }: Requirement): string[] {
  if (level === 'OPEN') return [];
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const over = judgedOver(id, operation).join(', ');
    groups.set(over, [...(groups.get(over) ?? []), operation]);
  }
  const words = [...groups].map(([over, of]) => (groups.size === 1 ? over : `${over} (${of.join(', ')})`));
  return [`- Varied conditions: ${words.join('; ')}`];
}

/** What servers usually get wrong about it, besides what software accepts. */
function pitfallWords({ id }: Requirement): string[] {
  const listed = pitfallsOf(id).map((each) => `[${each.title.replace(/\.$/, '')}](pitfalls.md#${each.id})`);
  return listed.length === 0 ? [] : [`- Pitfalls: ${listed.join(' · ')}`];
}

/** The leniencies that break it, each with the stacks that have it. */
function leniencyWords({ id }: Requirement): string[] {
  const listed = leniencyListOf(id).map(({ id: kind, title, stacks }) => {
    const names = stacks.map(({ name }) => name).join(', ');
    return `[${title.replace(/\.$/, '')}](leniencies.md#${kind}) (${names})`;
  });
  return listed.length === 0 ? [] : [`- Broken by common software: ${listed.join(' · ')}`];
}

/** Where the checks stand and what their judges look at; said once if it is the same for several operations. */
function checkWords({ id, operations }: Requirement): string {
  return [
    ...new Set(operations.map((operation) => `\`${specOf(id, operation)}\` (${looksAt(id, operation)})`)),
  ].join('; ');
}

/** The texts of the specs, by their paths. */
const specs = new Map(
  readdirSync(new URL('../../specs/', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => [`specs/${name}`, readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8')]),
);

/** The file that declares a check, which may declare it for every operation. */
function specOf(id: string, operation: Operation): string {
  const declares = new RegExp(`\\.\\.\\.\\w+(?:\\([^)]*\\))?\\(\\s*'${id}'`);
  const [path] = [...specs].find(
    ([name, text]) => new RegExp(`^specs/(?:${operation}|shared)/`).test(name) && declares.test(text),
  ) ?? [undefined];
  if (path === undefined) throw new Error(`No spec declares ${id} on ${operation}.`);
  return path;
}

function looksAt(id: string, operation: Operation): string {
  const check = allChecks.find((each) => each.requirement === id && each.operation === operation);
  if (check === undefined)
    throw new Error(`${id} has no check on ${operation}; add one, or take the operation away.`);
  const words = judges[check.judge.name];
  if (words === undefined) throw new Error(`Say in judges what ${check.judge.name} looks at.`);
  return words;
}

function faultWords(faults: readonly string[], id: string): string {
  const named = faults.slice(0, faultsNamed).map((fault) => `\`${fault}\``);
  const more = faults.length - named.length;
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return `${count}: ${named.join(', ')}${more > 0 ? ` and ${more} more (\`explain ${id}\`)` : ''}`;
}

function profileWords(id: string): string {
  const { deviations, defects = [], pinned = [] } = loadProfile('canton-3.5');
  return [
    ...(deviations.some(({ requirement }) => requirement === id) ? ['deviates'] : []),
    ...(pinned.some(({ requirement }) => requirement === id) ? ['pinned, as a MUST'] : []),
    ...(defects.some((defect) => defect.requirements.includes(id)) ? ['a known defect'] : []),
  ].join(', ');
}

function faultsOf(id: string, kills: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(kills)
    .filter(([, by]) => by.some((check) => check.startsWith(`${id}@`)))
    .map(([fault]) => fault);
}
