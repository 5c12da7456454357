/** The three operations of interface.md, by the stems that the whole project uses. */
export type Operation = 'generate-topology' | 'execute-submission' | 'list-users';

export interface Route {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** Method and path of each operation (interface.md, Endpoints). */
export const routes: readonly Route[] = [
  { operation: 'generate-topology', method: 'POST', path: '/v2/parties/external/generate-topology' },
  { operation: 'execute-submission', method: 'POST', path: '/v2/interactive-submission/execute' },
  { operation: 'list-users', method: 'GET', path: '/v2/users' },
];
