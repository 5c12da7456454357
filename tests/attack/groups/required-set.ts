import { edited, forged, inJson, inReport, replaced } from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const cheap = (path: string, edit: (text: string) => string): Forgery['forge'] => forged(edited(path, edit));

/** What must be as this version of the suite has it. */
const requiredSet: readonly Row[] = [
  [
    'a requirement less',
    forged(inJson('requirements.json', (set) => ({ ...set, requirements: set.requirements.slice(1) }))),
    7,
    'requirements.json is not that of',
  ],
  [
    'a weaker level',
    cheap('requirements.json', (text) => text.replace('"MUST"', '"SHOULD"')),
    7,
    'requirements.json is not that of',
  ],
  [
    'a requirement of other words',
    cheap('requirements.json', (text) => text.replace(/"textDigest": "./, '"textDigest": "x')),
    7,
    'requirements.json is not that of',
  ],
  [
    'requirements of another document',
    cheap('requirements.json', (text) => text.replace(/"sha256": "./, '"sha256": "x')),
    7,
    'requirements.json is not that of',
  ],
  [
    'a check less',
    forged(inJson('checks.json', (set) => ({ ...set, checks: set.checks.slice(1) }))),
    7,
    'checks.json is not that of',
  ],
  [
    'an earlier judge',
    cheap('checks.json', (text) => text.replace(/"judge": \d+/, '"judge": 0')),
    7,
    'checks.json is not that of',
  ],
  [
    'a better proof',
    forged(inJson('self-test.json', (proof) => ({ ...proof, faults: 9_999 }))),
    7,
    'self-test.json is not that of',
  ],
  ['no proof', forged(replaced('self-test.json', '{}\n')), 7, 'self-test.json is not that of'],
  [
    'a profile with a deviation',
    forged(inJson('profile.json', (profile) => ({ ...profile, deviations: [{ requirement: 'GT-BODY' }] }))),
    7,
    'profile.json is not the profile',
  ],
  [
    'a profile with blanks',
    cheap('profile.json', (text) => `${text} `),
    6,
    'not written as the suite writes it',
  ],
  ['a profile that is no JSON', forged(replaced('profile.json', '{')), 6, 'profile.json'],
  [
    'a waiver',
    forged(replaced('waivers.json', '[{"requirement":"GT-BODY"}]\n')),
    7,
    'waivers.json does not match',
  ],
  ['waivers with blanks', forged(replaced('waivers.json', '[ ]\n')), 7, 'waivers.json does not match'],
  [
    'a newer suite',
    forged(
      inReport((report) => {
        report.suite.version = '9.0.0';
      }),
    ),
    7,
    'verify it with that one',
  ],
  [
    'another suite',
    forged(
      inReport((report) => {
        report.suite.name = 'other';
      }),
    ),
    7,
    'verify it with that one',
  ],
  [
    'an unknown profile',
    forged(
      inReport((report) => {
        report.profile = 'lenient';
      }),
    ),
    7,
    'There is no profile',
  ],
  [
    'another profile of the suite',
    forged(
      inReport((report) => {
        report.profile = 'canton-3.5';
      }),
    ),
    7,
    'requirements.json is not that of',
  ],
  [
    'a profile named by a path',
    forged(
      inReport((report) => {
        report.profile = '../profiles/document';
      }),
    ),
    7,
    'There is no profile',
  ],
];

export const requiredSetForgeries = forgeriesOf('statement', requiredSet);
