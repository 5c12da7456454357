class Submission
  include ActiveModel::Model
  include ActiveModel::Attributes

  SCHEMES = %w[UNSPECIFIED V2 V3].map { |version| "HASHING_SCHEME_VERSION_#{version}" }.freeze

  attribute :preparedTransaction, :string
  attribute :partySignatures
  attribute :submissionId, :string
  attribute :hashingSchemeVersion, :string
  attribute :deduplicationPeriod
  attribute :userId, :string
  attribute :minLedgerTime

  validates :preparedTransaction, :submissionId, presence: true
  validates :submissionId, format: { with: %r{\A[A-Za-z0-9._:\-#/ ]+\z} }, length: { maximum: 255 }
  validates :hashingSchemeVersion, inclusion: { in: SCHEMES }
  validate :one_party_signs

  private

  def one_party_signs
    parties = partySignatures[:signatures]
    return errors.add(:partySignatures, 'must be of exactly one party') unless parties.size == 1

    party = parties.first
    errors.add(:partySignatures, 'must name the party') if party[:party].blank?
    errors.add(:partySignatures, 'must hold a signature') if party[:signatures].blank?
    Array(party[:signatures]).each do |signature|
      errors.add(:partySignatures, 'must hold signatures') if signature[:signature].blank?
    end
  end
end
