class SubmissionsController < ApplicationController
  def create
    submission = Submission.new(submission_params)
    return render_invalid(submission.errors.full_messages.to_sentence) unless submission.valid?

    render json: {}
  end

  private

  def submission_params
    params.require(:partySignatures).require(:signatures)
    params.permit(
      :preparedTransaction, :submissionId, :hashingSchemeVersion, :userId,
      partySignatures: { signatures: [:party, { signatures: %i[format signature signedBy signingAlgorithmSpec] }] },
      deduplicationPeriod: { DeduplicationDuration: { value: %i[seconds nanos] } },
      minLedgerTime: {}
    )
  end
end
