/** The report as a page, in a results folder. */
export const htmlFile = 'report.html';
