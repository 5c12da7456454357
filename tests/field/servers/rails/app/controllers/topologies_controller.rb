class TopologiesController < ApplicationController
  def create
    topology = Topology.new(topology_params)
    return render_invalid(topology.errors.full_messages.to_sentence) unless topology.valid?

    render json: {
      partyId: topology.party_id,
      publicKeyFingerprint: topology.fingerprint,
      topologyTransactions: topology.transactions.map { |transaction| Base64.strict_encode64(transaction) },
      multiHash: topology.multi_hash
    }
  end

  private

  def topology_params
    params.require(%i[synchronizer partyHint publicKey])
    params.permit(
      :synchronizer, :partyHint, :localParticipantObservationOnly, :confirmationThreshold,
      publicKey: %i[format keyData keySpec],
      otherConfirmingParticipantUids: [], observingParticipantUids: []
    )
  end

  def render_invalid(cause)
    render status: :bad_request, plain: cause
  end
end
