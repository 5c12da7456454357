import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import { requirementFor, requirementForKind } from '../../requirements/requirement-for.ts';
import type { Chain, ChainPage } from '../record.ts';

/** The members that have other names in version 1 of the journal. */
const renamed: Readonly<Record<string, string>> = {
  places: 'attempts',
  troubles: 'unanswered',
  twin: 'control',
  slice: 'partition',
};

/** The values that have other names in version 1, by their member. */
const renamedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: { twin: 'control' },
  body: { 'made-up': 'placeholder' },
};

/** The lines that changed: the member that identifies a line of version 1, and the members that contain further names. */
const changed: Readonly<Record<string, { readonly former: string; readonly within: readonly string[] }>> = {
  case: { former: 'places', within: ['attempts', 'facts'] },
  judgement: { former: 'troubles', within: [] },
  check: { former: 'slice', within: [] },
  sum: { former: 'slice', within: ['cases', 'traffic'] },
};

/** A line of the journal with current names and readings; used to read folders of earlier versions. */
export function upgradeLine(line: JsonObject): JsonObject {
  const renamed = withNamesOfToday(line);
  if (renamed.type !== 'case') return renamed;
  return withClaimsOfToday('kind' in renamed ? renamed : withCaseKinds(renamed));
}

/**
 * A credential of the catalogue, and null among the elements of an array, belong to the requirement that claims them now:
 * rulings 33 and 47 have changed.
 */
function withClaimsOfToday(line: JsonObject): JsonObject {
  const { wrong } = line;
  if (isObject(wrong) && isNullElement(wrong)) {
    const fault = { pointer: String(wrong.pointer), keyword: 'null' };
    const requirement = requirementFor(`${line.operation}.request`, fault);
    if (requirement === undefined || requirement === line.requirement) return line;
    return { ...line, wrong: { ...wrong, ...fault }, requirement };
  }
  // A signature of a party has kinds of the same names.
  if (line.credential === 'valid' || typeof line.kind !== 'string') return line;
  const leniency = leniencyOf(line.kind);
  if (leniency?.area !== 'credential' || line.credential === leniency.keyword) return line;
  return { ...line, credential: leniency.keyword, requirement: requirementForKind(leniency.keyword) };
}

function isNullElement({ pointer, keyword }: JsonObject): boolean {
  const keywords: readonly unknown[] = ['null', 'null-element', 'optional-null'];
  return /\/\d+$/.test(String(pointer)) && keywords.includes(keyword);
}

function withNamesOfToday(line: JsonObject): JsonObject {
  if (line.type === 'run' && line.schemaVersion === 1) return { ...line, schemaVersion: 2 };
  const change = typeof line.type === 'string' ? changed[line.type] : undefined;
  if (change === undefined) return line;
  if (!(change.former in line)) return withKinds(line);
  const members = withNames(line);
  for (const name of change.within) members[name] = inside(members[name]);
  return withKinds(members);
}

/** Findings and reasons had no kinds at first, only text. */
function withKinds(line: JsonObject): JsonObject {
  const { findings, undecided } = line;
  if (!Array.isArray(findings) || !Array.isArray(undecided)) return line;
  if ([...findings, ...undecided].every((each) => isObject(each) && each.kind !== undefined)) return line;
  return {
    ...line,
    findings: findings.map((each) =>
      isObject(each) && each.kind === undefined
        ? { ...each, kind: 'unclassified', place: 'status', parameters: { message: each.message } }
        : each,
    ),
    undecided: undecided.map((each) => (isObject(each) ? { kind: 'unclassified', ...each } : each)),
  };
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isObject(value) ? withNames(value) : value;
}

function withNames(object: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const values = renamedValues[name];
      const known = typeof value === 'string' && values !== undefined && Object.hasOwn(values, value);
      return [Object.hasOwn(renamed, name) ? renamed[name] : name, known ? values[value] : value];
    }),
  );
}

/** Converts a case of version 1: extracts data from its texts; its name, its only identification, becomes its kind. */
function withCaseKinds(line: JsonObject): JsonObject {
  const { wrong, name, attempts } = line;
  const isShrunk = typeof name === 'string' && name.includes('the smallest that fails');
  return {
    ...line,
    kind: name,
    ...(isShrunk ? { context: ['smallest'] } : {}),
    ...(isObject(wrong) ? { wrong: { kind: wrong.keyword, ...wrong } } : {}),
    attempts: Array.isArray(attempts) ? attempts.map(withPage) : attempts,
  };
}

function withPage(attempt: unknown): unknown {
  if (!isObject(attempt) || typeof attempt.role !== 'string') return attempt;
  const page = pageOfRole(attempt.role);
  return page === undefined ? attempt : { ...attempt, role: 'page', page };
}

/** The page in a role of version 1, such as `page 3 of size 2 again 1`. */
export function pageOfRole(role: string): ChainPage | undefined {
  const [, number, name] = /^page (\d+) of (.+)$/.exec(role) ?? [];
  return name === undefined ? undefined : { number: Number(number), chain: chainOf(name) };
}

function chainOf(text: string): Chain {
  const [, again = '', name = '', repetition] = /^(asked again: )?(.*?)(?: again (\d+))?$/.exec(text) ?? [];
  return {
    ...namedChain(name),
    ...(again === '' ? {} : { askedAgain: true }),
    ...(repetition === undefined ? {} : { repetition: Number(repetition) }),
  };
}

const interleaving =
  /^drawn(?: (?<walk>\d+)|, the smallest that fails: (?<drawn>.+)), chain (?<place>\d+) of (?<of>\d+), size (?<size>\d+)$/;
const walked =
  /^(?<token>empty token(?:, )?)?(?:the default size|size (?<size>\d+))?(?:, (?<how>under the API key|behind the token))?(?:, round (?<round>\d+))?$/;

function namedChain(name: string): Chain {
  if (name === 'before' || name === 'after') return { kind: name };
  const drawn = interleaving.exec(name)?.groups;
  if (drawn !== undefined) {
    const numbers = numbersOf(drawn, ['walk', 'place', 'of', 'size']);
    return drawn.drawn === undefined
      ? { kind: 'interleaved', ...numbers }
      : { kind: 'smallest', drawn: drawn.drawn, ...numbers };
  }
  const { token, how, ...rest } = walked.exec(name)?.groups ?? {};
  const others = { 'under the API key': 'api-key', 'behind the token': 'token-first' } as const;
  const kind =
    how === undefined ? (token === undefined ? 'walk' : 'empty-token') : others[how as keyof typeof others];
  return { kind, ...numbersOf(rest, ['size', 'round']) };
}

function numbersOf(
  groups: Readonly<Record<string, string | undefined>>,
  names: readonly ('walk' | 'place' | 'of' | 'size' | 'round')[],
): Partial<Chain> {
  return Object.fromEntries(
    names.flatMap((name) => (groups[name] === undefined ? [] : [[name, Number(groups[name])]])),
  );
}
