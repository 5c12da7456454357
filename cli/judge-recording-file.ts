import type { JudgeOptions } from './judge.ts';

/** placeholder until the recording judge lands */
export function judgeRecordingFile(path: string, _options: JudgeOptions): number {
  throw new Error(`Recordings cannot be judged yet: ${path}`);
}
