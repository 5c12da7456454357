import packageJson from '../package.json' with { type: 'json' };

/** The name and version of the suite, for reports and the User-Agent header. */
export const suiteName: string = packageJson.name;
export const suiteVersion: string = packageJson.version;
