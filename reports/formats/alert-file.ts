/** Where most users have their settings. */
const settingsFile = '.env';

/**
 * The file that annotations and alerts point to. It must be one of the user's repository, or CI does not show them: the
 * workflow that ran the suite, or else the file with its settings. The clause that was broken is in the message.
 * @param environment GITHUB_WORKFLOW_REF is `owner/repository/path@ref`; CI_CONFIG_PATH is the path on GitLab
 */
export function alertFile(environment: Readonly<Record<string, string | undefined>>): string {
  const workflow = /^[^/@]+\/[^/@]+\/([^@]+)@/.exec(environment.GITHUB_WORKFLOW_REF ?? '')?.[1];
  const pipeline = environment.CI_CONFIG_PATH;
  // GitLab's can also name another project or an address.
  const isPath = pipeline !== undefined && /^[\w./-]+$/.test(pipeline);
  return workflow ?? (isPath ? pipeline : settingsFile);
}
