// The index of undici also loads fetch, WebSocket, caches and mocks, which no request here uses: 50 ms in each process of a run.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
