import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRoutes } from './load-routes.ts';

/** The embedded reference server of a run without a target. */
export interface EmbeddedServer {
  /** The settings of a run against it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts the embedded reference server, fully configured, with its execute body in a file like that of a target.
 * @param routes a module with operations of the user's own, which it serves besides
 * @throws UsageError if that module has none
 */
export async function startEmbedded(stateFolder: string, routes?: string): Promise<EmbeddedServer> {
  const ownRoutes = routes === undefined ? [] : await loadRoutes(routes);
  // Imported only when needed: loading takes a third of a second.
  const { startReference } = await import('../../reference/start.ts');
  const server = await startReference({ ownRoutes });
  const path = join(stateFolder, 'execute-request.json');
  writeFileSync(path, JSON.stringify(server.executeRequest));
  return { environment: { ...server.environment, TARGET_EXECUTE_REQUEST: path }, close: server.close };
}
