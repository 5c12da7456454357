// Asks the registry for known vulnerabilities in the runtime dependencies. Exits with 1 if there are any, or if npm
// fails. A registry without an audit service, such as a mirror, is reported but not a failure.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=low', '--json'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
  shell: process.platform === 'win32',
});
const answer = read(stdout ?? '');
const counts = answer?.metadata?.vulnerabilities;
if (counts !== undefined) {
  const total = counts.total ?? 0;
  console.log(
    total === 0
      ? 'npm audit: no known vulnerabilities in the runtime dependencies.'
      : `npm audit: ${total} known vulnerabilities: ${Object.keys(answer.vulnerabilities ?? {}).join(', ')}. Run \`npm audit --omit=dev\`.`,
  );
  process.exitCode = total === 0 ? 0 : 1;
} else if (/^(E(4|5)\d\d|ENOTFOUND|ECONN|ETIMEDOUT|ENETUNREACH|EAI_AGAIN|ENOAUDIT)/.test(codeOf(answer))) {
  console.log(
    `npm audit: not checked, because the registry gave no answer (${codeOf(answer)}). Use a registry with an audit service.`,
  );
} else {
  console.log(`npm audit failed: ${codeOf(answer) || 'npm gave no answer'}.`);
  process.exitCode = 1;
}

function codeOf(said) {
  return String(said?.error?.code ?? said?.code ?? (said?.statusCode ? `E${said.statusCode}` : ''));
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
