import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnRoute } from '../../reference/own-routes/own-route.ts';
import { operationStems, operations } from '../../schemas/openapi.ts';
import { defaultExport } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';

/**
 * Starts the embedded reference server, fully configured, with its execute body in a file like that of a target.
 * @param routes a module with operations of the user's own, which it serves besides
 * @returns the settings of a run against it, and what stops it
 * @throws UsageError if that module has none
 */
export async function startEmbedded(stateFolder: string, routes?: string) {
  const ownRoutes = routes === undefined ? [] : await loadRoutes(routes);
  // Imported only when needed: loading takes a third of a second.
  const { startReference } = await import('../../reference/start.ts');
  const server = await startReference({ ownRoutes });
  const path = join(stateFolder, 'execute-request.json');
  writeFileSync(path, JSON.stringify(server.executeRequest));
  return { environment: { ...server.environment, TARGET_EXECUTE_REQUEST: path }, close: server.close };
}

const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies OwnRoute['method'][];

/**
 * Loads the routes that `--routes` names: the default export of an ES module, a list.
 * @throws UsageError if there is no such module, or something in the list is no route.
 */
export async function loadRoutes(path: string): Promise<readonly OwnRoute[]> {
  const routes = await defaultExport('--routes', path, 'Give the path of an ES module.');
  if (!Array.isArray(routes) || routes.length === 0)
    throw new UsageError([
      `--routes "${path}" has no default export that is a list of routes. See docs/adding-an-operation.md.`,
    ]);
  const problems = routes.flatMap((route: unknown, index) =>
    problemsOf(route, routes.slice(0, index)).map(
      (problem) => `Route ${index + 1} of --routes "${path}" ${problem}`,
    ),
  );
  if (problems.length > 0) throw new UsageError(problems);
  return routes as readonly OwnRoute[];
}

function problemsOf(route: unknown, earlier: readonly Partial<OwnRoute>[]): string[] {
  if (typeof route !== 'object' || route === null) return ['is not an object with method, path and answer.'];
  const { method, path, answer, anonymous }: { [member in keyof OwnRoute]?: unknown } = route;
  const isServed = operationStems.some(
    (stem) => operations[stem].method === method && operations[stem].path === path,
  );
  return [
    ...(methods.includes(method) ? [] : [`needs a method: ${methods.join(', ')}.`]),
    ...(typeof path === 'string' && /^(?:\/[^/?#*\s]+)+$/.test(path)
      ? []
      : ['needs a path such as /v2/version, without a query.']),
    ...(typeof answer === 'function' ? [] : ['needs a function answer(request) that returns the response.']),
    ...(anonymous === undefined || typeof anonymous === 'boolean'
      ? []
      : ['has a member anonymous that is neither true nor false.']),
    ...(isServed ? [`is ${method} ${path}, which the reference server has already.`] : []),
    ...(earlier.some((each) => each?.method === method && shapeOf(each?.path) === shapeOf(path))
      ? [`repeats ${method} ${path}.`]
      : []),
  ];
}

/** Paths that differ only in the names of their parameters match the same requests. */
function shapeOf(path: unknown): string {
  return String(path).replace(/\/:[^/]+/g, '/:');
}
