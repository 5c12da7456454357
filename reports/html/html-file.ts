/** The name of the HTML report in a results folder. */
export const htmlFile = 'report.html';
