import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded reference server of a run without a target. */
export interface EmbeddedServer {
  /** Settings of a run against it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the embedded reference server with everything configured, its execute body in a file as a target's would be. */
export async function startEmbedded(stateFolder: string): Promise<EmbeddedServer> {
  // Loaded only when needed: it takes a third of a second.
  const { startReference } = await import('../../reference/start.ts');
  const server = await startReference();
  const path = join(stateFolder, 'execute-request.json');
  writeFileSync(path, JSON.stringify(server.executeRequest));
  return { environment: { ...server.environment, TARGET_EXECUTE_REQUEST: path }, close: server.close };
}
