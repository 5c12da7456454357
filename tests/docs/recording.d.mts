/** The page with each block that shows a command recorded again; runs take the nonces of the page, and are tried again if requests had to be retried. */
export function recordPage(text: string, tries?: number): Promise<string>;
/** The README with its samples taken from the page. */
export function recordReadme(readme: string, page: string): string;
