import credentials from './credentials.json' with { type: 'json' };
import errorForms from './error-forms.json' with { type: 'json' };
import httpServers from './http-servers.json' with { type: 'json' };
import meaning from './meaning.json' with { type: 'json' };
import pages from './pages.json' with { type: 'json' };
import type { Pitfall, Platform } from './pitfall.ts';
import known from './platforms.json' with { type: 'json' };
import requests from './requests.json' with { type: 'json' };
import responses from './responses.json' with { type: 'json' };

// A test validates the files; the compiler knows them only as strings and arrays.
const files = [
  errorForms,
  httpServers,
  responses,
  requests,
  credentials,
  pages,
  meaning,
] as unknown as readonly { readonly pitfalls: readonly Pitfall[] }[];

const platforms: readonly Platform[] = known.platforms;
const languages: Readonly<Record<string, readonly string[]>> = known.languages;
const standards: readonly string[] = known.standards;

/** Every known pitfall, file by file. */
export const pitfalls: readonly Pitfall[] = files.flatMap((file) => file.pitfalls);

/** The pitfalls that can cause a finding of a requirement. */
export function pitfallsBehind(requirement: string): readonly Pitfall[] {
  return pitfalls.filter((each) => each.everywhere === true || isAbout(each, requirement));
}

/** The pitfalls that break a requirement, in the order of the catalogue. */
export function pitfallsOf(requirement: string): readonly Pitfall[] {
  return pitfalls.filter((each) => isAbout(each, requirement));
}

/** Whether an id is among ids and beginnings of ids that end with `*`. */
export function isAmongIds(patterns: readonly string[], id: string): boolean {
  return patterns.some((pattern) => isMatch(pattern, id));
}

/** The platform that some text of a target shows; undefined if none does. */
export function platformOf(texts: readonly string[]): Platform | undefined {
  const counted = platforms.map((platform) => ({
    platform,
    count: texts.filter((text) => platform.marks.some((mark) => text.includes(mark))).length,
  }));
  // What serves the application says more than what stands in front of it.
  counted.sort(
    (a, b) =>
      Number(b.count > 0 && b.platform.language !== undefined) -
        Number(a.count > 0 && a.platform.language !== undefined) || b.count - a.count,
  );
  const [first] = counted;
  return first === undefined || first.count === 0 ? undefined : first.platform;
}

/** Whether a stack belongs to a language. */
export function isOfLanguage(name: string, language: string | undefined): boolean {
  return (language === undefined ? [] : (languages[language] ?? [])).includes(name);
}

/** Whether a stack belongs to no language, because it is a standard or something like it. */
export function isStandard(name: string): boolean {
  return standards.includes(name);
}

function isAbout({ requirements }: Pitfall, requirement: string): boolean {
  return isAmongIds(requirements, requirement);
}

function isMatch(pattern: string, requirement: string): boolean {
  return pattern.endsWith('*') ? requirement.startsWith(pattern.slice(0, -1)) : pattern === requirement;
}
