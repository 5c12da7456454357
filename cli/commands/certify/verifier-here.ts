import type { Verifier } from '../../../certificate/verify-contents.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { loadProfile, profileNames } from '../../../settings/load-profile.ts';
import { suiteName, suiteVersion } from '../../../settings/suite.ts';

/**
 * This suite at this time, as a verifier.
 * @param profile the name or path of a profile that is trusted besides those of the suite
 */
export function verifierHere(profile?: string): Verifier {
  const given = profile === undefined ? undefined : loadProfile(profile, '--profile');
  return {
    profileNamed: (id): Profile | undefined => {
      if (given?.id === id) return given;
      return profileNames.includes(id) ? loadProfile(id) : undefined;
    },
    suite: { name: suiteName, version: suiteVersion },
    now: new Date(),
  };
}
