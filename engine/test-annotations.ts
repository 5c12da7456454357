/** The annotation of a Playwright test for each broken requirement that it found, as the report names it. */
export const brokenAnnotation = 'broken';

/** The annotation of a Playwright test that ended because of an error of the suite. */
export const errorAnnotation = 'error';

/** The annotation of a Playwright test that ended because results can no longer be written. */
export const unwritableAnnotation = 'unwritable';

/** The tag of tests that a run does not conduct; its configuration leaves them out. */
export const unselectedTag = '@not-selected';

/** The variable that the configuration of Playwright sets, for itself and its workers: they run the specs. */
export const hostVariable = 'LEDGER_CONFORMANCE_TESTS';
