/** What each folder may import. */
export declare const allowed: Readonly<Record<string, readonly string[]>>;
/** The lines of a Mermaid graph of what the folders import. */
export declare function importGraph(): string[];
