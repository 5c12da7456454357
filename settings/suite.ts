import packageJson from '../package.json' with { type: 'json' };

/** The suite's name and version, as reports and the User-Agent header give them. */
export const suiteName: string = packageJson.name;
export const suiteVersion: string = packageJson.version;
