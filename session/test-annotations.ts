/** The annotation of a Playwright test for each broken requirement that it found, as the report names it. */
export const brokenAnnotation = 'broken';

/** The annotation of a Playwright test that ended because results can no longer be written. */
export const unwritableAnnotation = 'unwritable';

/** The annotation that states the work in a test: about how many requests it sends. */
export const workAnnotation = 'requests';

/** The tag of tests that a run does not conduct; its configuration leaves them out. */
export const unselectedTag = '@not-selected';
