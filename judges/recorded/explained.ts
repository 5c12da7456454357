import type { Finding } from '../../journal/finding.ts';
import { type Defect, type Deviation, type Profile, speaksOf } from '../../profiles/profile.ts';
import { answerKind } from '../answers/answer-kind.ts';
import { invalidInputOf } from '../answers/invalid-input.ts';
import type { JudgedRecording } from './judge-recording.ts';
import type { JudgedRecord } from './recorded-operation.ts';

/** A finding under `document`, with the entry of another profile that explains it. */
export interface Explained {
  readonly name: string;
  readonly finding: Finding;
  /** Undefined if the profile does not explain it. */
  readonly by: Deviation | Defect | undefined;
}

/** Explains every finding of a recording under `document` by the deviations and known defects of a profile. */
export function explained({ judged, together }: JudgedRecording, profile: Profile): Explained[] {
  return [
    ...judged.flatMap((one) =>
      one.judgement.findings.map((finding) => ({
        name: one.name,
        finding,
        by: defectBehind(one, profile) ?? deviationBehind(one, finding, profile),
      })),
    ),
    ...together.findings.map((finding) => ({
      name: finding.exchanges.join(', '),
      finding,
      by: undefined,
    })),
  ];
}

function defectBehind(
  { classification: { faults, operation }, exchange }: JudgedRecord,
  { defects = [] }: Profile,
): Defect | undefined {
  const { answer, request } = exchange;
  return defects.find((defect) =>
    faults.some(
      ({ requirement, wrong }) =>
        defect.status === answer?.status &&
        defect.requirements.includes(requirement) &&
        speaksOf(defect, operation, invalidInputOf(wrong, request.body)),
    ),
  );
}

/** A deviation for the fault whose answer the document does not allow, or for the broken requirement. */
function deviationBehind(
  { classification: { faults, operation }, exchange }: JudgedRecord,
  finding: Finding,
  { deviations }: Profile,
): Deviation | undefined {
  const { answer, request } = exchange;
  if (answer === undefined) return undefined;
  const claimed = answerKind(answer);
  const kind = claimed === 'accepted' ? 'success' : claimed;
  const ofFault = deviations.find((deviation) =>
    faults.some(
      ({ requirement, wrong }) =>
        deviation.requirement === requirement &&
        deviation.answers?.some((each) => each === kind) === true &&
        speaksOf(deviation, operation, invalidInputOf(wrong, request.body)),
    ),
  );
  const ofFinding = deviations.find(
    (deviation) =>
      deviation.requirement === finding.requirement &&
      deviation.level !== undefined &&
      speaksOf(deviation, operation, undefined),
  );
  return ofFinding ?? ofFault;
}
