import credentials from './credentials.json' with { type: 'json' };
import errorForms from './error-forms.json' with { type: 'json' };
import httpServers from './http-servers.json' with { type: 'json' };
import meaning from './meaning.json' with { type: 'json' };
import pages from './pages.json' with { type: 'json' };
import type { Pitfall } from './pitfall.ts';
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

function isAbout({ requirements }: Pitfall, requirement: string): boolean {
  return requirements.some((pattern) => isMatch(pattern, requirement));
}

function isMatch(pattern: string, requirement: string): boolean {
  return pattern.endsWith('*') ? requirement.startsWith(pattern.slice(0, -1)) : pattern === requirement;
}
