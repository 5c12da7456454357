import { Script } from 'node:vm';
import { looseViolation, violationsOf } from '../json/ajv.ts';
import { isObject } from '../json/read-json.ts';
import canton35 from '../profiles/canton-3.5.json' with { type: 'json' };
import canton36 from '../profiles/canton-3.6.json' with { type: 'json' };
import document from '../profiles/document.json' with { type: 'json' };
import profileSchema from '../profiles/profile.schema.json' with { type: 'json' };
import type { Profile } from '../profiles/profile.ts';
import { requirements } from '../requirements/catalogue.ts';
import { readJsonFile } from './read-file.ts';
import { UsageError } from './usage-error.ts';

/** A profile as it stands in its file: one that extends another has only what is different. */
type ExtendingProfile = Omit<Profile, 'defaults'> &
  Partial<Pick<Profile, 'defaults'>> & { readonly extends?: string };

/** A profile with the entries of the one that it extends behind its own: the first that speaks of an answer decides. */
function extending({ extends: _, ...own }: ExtendingProfile, base: Profile): Profile {
  return {
    ...own,
    defaults: own.defaults ?? base.defaults,
    deviations: [...own.deviations, ...base.deviations],
    defects: [...(own.defects ?? []), ...(base.defects ?? [])],
    pinned: [...(own.pinned ?? []), ...(base.pinned ?? [])],
  };
}

/** Validated by a test instead of in every process of a run. */
const shipped = new Map<string, Profile>([
  ['document', document as Profile],
  ['canton-3.5', canton35 as Profile],
  ['canton-3.6', extending(canton36 as ExtendingProfile, canton35 as Profile)],
]);

/** The names of the profiles included in the suite. */
export const profileNames: readonly string[] = [...shipped.keys()];

/**
 * Loads a profile by its name, or from the path of a JSON file; the default is `document`.
 * @param by the setting or option that gave it
 * @throws UsageError if it does not exist or does not match the profile schema.
 */
export function loadProfile(nameOrPath = 'document', by = 'TARGET_PROFILE'): Profile {
  const profile = shipped.get(nameOrPath) ?? valid(nameOrPath, read(nameOrPath, by));
  compileSchemas(nameOrPath, profile);
  return profile;
}

/**
 * The profile whose id a results folder records. Only those of the suite are found by their id: the folder may come from
 * somebody else, and its id must not open a file.
 * @throws UsageError if it is not one of them
 */
export function recordedProfile(id: string): Profile {
  if (shipped.has(id)) return loadProfile(id);
  throw new UsageError([
    `The run was made with the profile ${JSON.stringify(id.slice(0, 80))}, which the suite does not have. Give its file: --profile FILE, or TARGET_PROFILE=FILE where a run is resumed.`,
  ]);
}

function valid(path: string, value: unknown): Profile {
  const [wrong] = violationsOf(profileSchema, value);
  if (wrong !== undefined) {
    throw new UsageError([
      `The profile ${path} is invalid at ${wrong.instancePath || '/'}: ${wrong.message}.`,
    ]);
  }
  const profile = value as ExtendingProfile;
  refuseUnknown(path, profile);
  refuseEndless(path, profile);
  if (profile.extends === undefined) return { ...profile, defaults: profile.defaults ?? document.defaults };
  const base = shipped.get(profile.extends);
  if (base !== undefined) return extending(profile, base);
  throw new UsageError([
    `The profile ${path} extends ${profile.extends}, which is not a profile of the suite. It can extend ${profileNames.join(', ')}.`,
  ]);
}

/** Compiles now rather than on first use: it takes half a second, which would delay responses during a run. */
function compileSchemas(name: string, { pinned = [] }: Profile): void {
  for (const { requirement, request, answer, when } of pinned) {
    for (const schema of [request, answer, when?.request, when?.answer]) {
      if (schema === undefined) continue;
      try {
        looseViolation(schema, null);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError([
          `The profile ${name} has an invalid JSON Schema for ${requirement}: ${reason}.`,
        ]);
      }
    }
  }
}

/** A mistyped id would have no effect. */
function refuseUnknown(name: string, { deviations, defects = [], pinned = [] }: ExtendingProfile): void {
  const ids = [...deviations, ...pinned].map(({ requirement }) => requirement);
  const unknown = [...ids, ...defects.flatMap((defect) => defect.requirements)].find(
    (id) => !requirements.some((entry) => entry.id === id),
  );
  if (unknown === undefined) return;
  throw new UsageError([
    `The profile ${name} names ${unknown}, which is not a requirement. \`ledger-conformance list requirements\` lists them.`,
  ]);
}

/** Refuses patterns whose time grows faster than the text: a target chooses the texts that they are compared with. */
function refuseEndless(path: string, profile: ExtendingProfile): void {
  const patterns = patternsIn(profile, '');
  const endless = patterns.find(repeatsWhatRepeats);
  const pattern = endless ?? patterns.find(takesLong);
  if (pattern === undefined) return;
  const remedy =
    endless === undefined
      ? 'it tries some texts again and again. Begin it with ^, and let what *, + or {n,} repeats not begin what is in front of it, too: ^[^=]*=.* for .*=.*'
      : 'a group that is repeated with *, + or {n,} must not contain one of these, ? or |, nor one that is repeated a number of times *, + or {n,}. Write it otherwise.';
  throw new UsageError([
    `The profile ${path} has the pattern ${JSON.stringify(pattern.slice(0, 80))}, which may take without end: ${remedy}`,
  ]);
}

/** Every regular expression in a part of a profile, also in its JSON Schemas. */
function patternsIn(value: unknown, name: string): string[] {
  if (typeof value === 'string') return /^(?:pattern|pointer|value|credential)$/.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => patternsIn(each, name));
  if (!isObject(value)) return [];
  const keys = name === 'patternProperties' ? Object.keys(value) : [];
  return [...keys, ...Object.entries(value).flatMap(([key, each]) => patternsIn(each, key))];
}

const innermostGroup = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)([*+]|\{\d+(?:,\d*)?\})?/;

/** A group that is repeated less often than this, a number of times, may contain what may be there or not. */
const few = 10;

/** Whether a pattern repeats a group with a repetition or an alternative in it. */
function repeatsWhatRepeats(pattern: string): boolean {
  let left = pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*(?:\]|$)/g, 'x');
  for (;;) {
    const [group, inner = '', repeated] = innermostGroup.exec(left) ?? [];
    if (group === undefined) return false;
    const times = /^\{(\d+)\}$/.exec(repeated ?? '')?.[1];
    const isOften = repeated !== undefined && (times === undefined || Number(times) >= few);
    const isEndless = /[*+]|\{\d+,\d*\}/.test(inner);
    const isOpen = isEndless || /[?|]/.test(inner);
    if (isOften ? isOpen : repeated !== undefined && isEndless && times !== '1') return true;
    left = left.replace(group, () => `x${isEndless || isOften ? '*' : isOpen ? '?' : ''}`);
  }
}

/** So long a text takes milliseconds if the time is in proportion to it, and seconds if it is the square. */
const longText = 200_000;
const patienceMs = 1_000;

const compareAll = new Script('texts.forEach((text) => pattern.test(text))');

/** Whether a pattern takes long on texts that repeat what it is made of, as one does that repeats the same thing twice. */
function takesLong(pattern: string): boolean {
  if (!/[*+]|\{\d+,/.test(pattern)) return false;
  // With the first character of each class.
  const example = pattern
    .replace(/\\[wWS]|\.|\[\^?(\\?[\s\S])(?:\\[\s\S]|[^\]\\])*(?:\]|\\?$)/g, (_, first = 'a') => first.at(-1))
    .replace(/\\[dDs]|\{[\d,]*\}/g, ' ');
  const letters = [...new Set(`a0 \n${example}`)].slice(0, 40);
  const words = example.split(/[\\^$*+?(){}|]+/).filter((word) => word.length > 1);
  const some = letters.slice(4, 10);
  const pumps = [
    ...letters,
    ...words.slice(0, 20),
    ...some.flatMap((one) => some.map((other) => one + other)),
  ];
  const texts = pumps.flatMap((pump) =>
    ['', words[0] ?? some[0] ?? ''].map((front) => `${front}${pump.repeat(longText / pump.length)}\n\0`),
  );
  try {
    compareAll.runInNewContext({ texts, pattern: new RegExp(pattern) }, { timeout: patienceMs });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  }
}

function read(path: string, by: string): unknown {
  return readJsonFile(
    path,
    (problem) =>
      `The profile "${path}" ${problem}. ${by} takes ${profileNames.join(', ')}, or the path of a JSON file.`,
  );
}
