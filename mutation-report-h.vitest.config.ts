import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ["tests/harness/json-pointer.test.ts","tests/harness/judgement.test.ts","tests/harness/media-type.test.ts"], isolate: false } });
