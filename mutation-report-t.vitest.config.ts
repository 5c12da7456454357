import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ["tests/checks/topology-words.test.ts","tests/checks/wrapper.test.ts","tests/checks/topology-meaning.test.ts","tests/checks/relation-words.test.ts","tests/checks/topology-relations.test.ts","tests/checks/chain-words.test.ts","tests/checks/judge-chains.test.ts"], isolate: false } });
