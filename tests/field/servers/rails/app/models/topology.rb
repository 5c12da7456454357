class Topology
  include ActiveModel::Model
  include ActiveModel::Attributes

  DER = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'.freeze

  attribute :synchronizer, :string
  attribute :partyHint, :string
  attribute :publicKey
  attribute :localParticipantObservationOnly, :boolean, default: false
  attribute :otherConfirmingParticipantUids, default: []
  attribute :confirmationThreshold, :integer
  attribute :observingParticipantUids, default: []

  validates :synchronizer, inclusion: { in: [ENV.fetch('SYNCHRONIZER_ID')], message: 'is not known' }
  validates :partyHint, format: { with: /\A[\w:\- ]{1,185}\z/ }
  validates :confirmationThreshold, numericality: { greater_than_or_equal_to: 0 }, allow_nil: true
  validate :public_key_is_readable

  def fingerprint
    "1220#{Digest::SHA256.hexdigest(key_data)}"
  end

  def party_id
    "#{partyHint}::#{fingerprint}"
  end

  def transactions
    @transactions ||= [
      { namespaceDelegation: fingerprint },
      { partyToKeyMapping: [Base64.strict_encode64(key_data)], threshold: 1 },
      { partyToParticipant: confirmers, observers: observingParticipantUids, threshold: threshold }
    ].map { |mapping| versioned_message(mapping.merge(partyId: party_id, nonce: SecureRandom.uuid)) }
  end

  def multi_hash
    Base64.strict_encode64(Digest::SHA256.digest(transactions.join))
  end

  private

  def confirmers
    localParticipantObservationOnly ? otherConfirmingParticipantUids : ['participant', *otherConfirmingParticipantUids]
  end

  def threshold
    confirmationThreshold.to_i.zero? ? confirmers.size : confirmationThreshold
  end

  def key_data
    Base64.decode64(publicKey[:keyData])
  end

  def public_key_is_readable
    %i[format keyData keySpec].each do |field|
      return errors.add(:publicKey, "must have #{field}") if publicKey[field].blank?
    end
    return errors.add(:publicKey, 'has an unknown format') unless publicKey[:format] == DER

    OpenSSL::PKey.read(key_data)
  rescue OpenSSL::PKey::PKeyError
    errors.add(:publicKey, 'cannot be decoded')
  end

  # UntypedVersionedMessage { bytes data = 1; int32 version = 2; }
  def versioned_message(content)
    data = content.to_json.b
    [0x0a].pack('C') + varint(data.bytesize) + data + [0x10, 30].pack('C*')
  end

  def varint(number)
    number < 128 ? [number].pack('C') : [(number & 127) | 128].pack('C') + varint(number >> 7)
  end
end
