import { BundleRefused } from './bundle-refused.ts';

/** Size limits in bytes and files, larger than any bundle of a standard run. */
const limits = { bytes: 512 * 1024 * 1024, files: 100 } as const;

/** @throws BundleRefused if a bundle of so many files and bytes is too large */
export function refuseTooMuch(files: number, bytes: number): void {
  if (files > limits.files)
    throw new BundleRefused('integrity', `The bundle contains more than ${limits.files} files.`);
  if (bytes > limits.bytes)
    throw new BundleRefused('integrity', `The bundle contains more than ${limits.bytes / 1024 / 1024} MiB.`);
}
