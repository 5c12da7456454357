import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import { claimantOf, claimantOfKind } from '../../requirements/claims.ts';
import { withCaseKinds } from './upgrade-kinds.ts';

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
    const requirement = claimantOf(`${line.operation}.request`, fault);
    if (requirement === undefined || requirement === line.requirement) return line;
    return { ...line, wrong: { ...wrong, ...fault }, requirement };
  }
  // A signature of a party has kinds of the same names.
  if (line.credential === 'valid' || typeof line.kind !== 'string') return line;
  const leniency = leniencyOf(line.kind);
  if (leniency?.area !== 'credential' || line.credential === leniency.keyword) return line;
  return { ...line, credential: leniency.keyword, requirement: claimantOfKind(leniency.keyword) };
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
