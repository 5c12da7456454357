/** The annotation of the test of a run that says how many checks it conducts, each as a step. */
export const countAnnotation = 'checks';

/** The attachment of a step with the requirements that its check found broken, as the report names them: a JSON array of strings. */
export const brokenAttachment = 'broken';

/** The attachment of a step whose check ended because of an error of the suite, with its message. */
export const errorAttachment = 'error';

/** The attachment of a step whose check ended because results can no longer be written, with the sentence for the user. */
export const unwritableAttachment = 'unwritable';
