# Stack: Sinatra 3 on Puma with ruby-jwt and the OpenSSL bindings of Ruby (packages of Debian).
require 'base64'
require 'json'
require 'jwt'
require 'openssl'
require 'sinatra/base'

FORMATS = %w[CRYPTO_KEY_FORMAT_RAW CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO].freeze
SPECS = { 'SIGNING_KEY_SPEC_EC_CURVE25519' => 'ED25519', 'SIGNING_KEY_SPEC_EC_P256' => 'id-ecPublicKey' }.freeze
SCHEMES = %w[UNSPECIFIED V2 V3].map { |version| "HASHING_SCHEME_VERSION_#{version}" }.freeze
USERS = (['participant_admin'] + (1..11).map { |n| format('user-%02d', n) }).map do |id|
  { id: id, primaryParty: '', isDeactivated: false,
    metadata: { resourceVersion: '1', annotations: {} }, identityProviderId: '' }
end.freeze

class Invalid < StandardError; end

class Ledger < Sinatra::Base
  set :server, :puma
  set :bind, '127.0.0.1'
  set :port, ENV.fetch('PORT')
  set :show_exceptions, false
  set :raise_errors, false

  helpers do
    def failure(status, code, category, cause)
      halt status, { 'Content-Type' => 'application/json' },
           { code: code, cause: cause, context: {}, errorCategory: category }.to_json
    end

    def body_of(request)
      body = JSON.parse(request.body.read)
      raise Invalid, 'The body must be an object' unless body.is_a?(Hash)

      body
    end

    def text(from, name)
      value = from[name]
      raise Invalid, "#{name} is required" if value.nil? || value.to_s.strip.empty?
      raise Invalid, "#{name} must be a string" unless value.is_a?(String)

      value
    end

    def texts(from, name)
      list = from[name] || []
      raise Invalid, "#{name} must be a list of strings" unless list.is_a?(Array) && list.all?(String)

      list
    end

    def key_of(public_key)
      raise Invalid, 'publicKey is required' unless public_key.is_a?(Hash)

      data = Base64.decode64(text(public_key, 'keyData'))
      raise Invalid, 'unknown format' unless FORMATS.include?(text(public_key, 'format'))

      data = ['302a300506032b6570032100'].pack('H*') + data if public_key['format'] == 'CRYPTO_KEY_FORMAT_RAW'
      key = OpenSSL::PKey.read(data)
      raise Invalid, 'keySpec does not fit' unless SPECS[text(public_key, 'keySpec')] == key.oid

      key.public_to_der
    rescue OpenSSL::PKey::PKeyError => e
      raise Invalid, "publicKey.keyData: #{e.message}"
    end

    def versioned(data)
      length = []
      left = data.bytesize
      while left > 127
        length << (left & 127 | 128)
        left >>= 7
      end
      [10, *length, left].pack('C*') + data.b + [16, 30].pack('C*')
    end
  end

  before do
    header = env['HTTP_AUTHORIZATION'].to_s[/^Bearer (.+)$/i, 1]
    token = header || env['HTTP_SEC_WEBSOCKET_PROTOCOL'].to_s.split(/,\s*/).find { |each| each.start_with?('jwt.token.') }
    JWT.decode(token.to_s.delete_prefix('jwt.token.'), ENV.fetch('JWT_SECRET'), true, algorithm: 'HS256')
  rescue JWT::DecodeError => e
    failure 401, 'UNAUTHENTICATED', 6, e.message
  end

  error Invalid, JSON::ParserError do
    cause = env['sinatra.error'].message
    if request.path_info.end_with?('generate-topology')
      halt 400, { 'Content-Type' => 'text/plain' }, cause
    end
    failure 400, 'INVALID_ARGUMENT', 8, cause
  end

  not_found { failure 404, 'NOT_FOUND', 11, 'There is no such operation' }

  error { failure 500, 'INTERNAL', 4, 'An internal error occurred' }

  post '/v2/parties/external/generate-topology' do
    body = body_of(request)
    synchronizer = text(body, 'synchronizer')
    hint = text(body, 'partyHint')
    raise Invalid, 'partyHint is not valid' unless hint =~ /^[A-Za-z0-9:\-_ ]{1,185}$/

    key = key_of(body['publicKey'])
    observes = body.fetch('localParticipantObservationOnly', false)
    raise Invalid, 'localParticipantObservationOnly must be a boolean' unless [true, false, nil].include?(observes)

    others = texts(body, 'otherConfirmingParticipantUids')
    observing = texts(body, 'observingParticipantUids')
    threshold = body['confirmationThreshold'] || 0
    raise Invalid, 'confirmationThreshold must be at least 1' unless threshold.is_a?(Integer) && threshold.between?(0, 2**31 - 1)

    failure 404, 'UNKNOWN_SYNCHRONIZER', 11, "Unknown synchronizer #{synchronizer}" if synchronizer != ENV.fetch('SYNCHRONIZER_ID')
    fingerprint = "1220#{Digest::SHA256.hexdigest(key)}"
    party = "#{hint}::#{fingerprint}"
    transactions = %w[NamespaceDelegation PartyToKeyMapping PartyToParticipant].map do |mapping|
      versioned([mapping, party, observes, others, threshold, observing, rand].inspect)
    end
    content_type :json
    { partyId: party, publicKeyFingerprint: fingerprint,
      topologyTransactions: transactions.map { |each| Base64.strict_encode64(each) },
      multiHash: Base64.strict_encode64("\x12\x20".b + Digest::SHA256.digest(transactions.join)) }.to_json
  end

  post '/v2/interactive-submission/execute' do
    body = body_of(request)
    text(body, 'preparedTransaction')
    raise Invalid, 'submissionId is not valid' unless text(body, 'submissionId') =~ %r{^[A-Za-z0-9#:\-_/ ]{1,255}$}
    raise Invalid, 'hashingSchemeVersion is not known' unless SCHEMES.include?(text(body, 'hashingSchemeVersion'))

    parties = (body['partySignatures'] || {})['signatures']
    raise Invalid, 'Only single-party submissions are supported' unless parties.is_a?(Array) && parties.length == 1

    text(parties[0], 'party')
    signatures = parties[0]['signatures']
    raise Invalid, 'signatures must not be empty' unless signatures.is_a?(Array) && signatures.any?

    signatures.each { |each| %w[format signature signedBy signingAlgorithmSpec].each { |name| text(each, name) } }
    %w[deduplicationPeriod minLedgerTime].each do |name|
      raise Invalid, "#{name} must be an object" unless body[name].nil? || body[name].is_a?(Hash)
    end
    raise Invalid, 'userId must be a string' unless body['userId'].nil? || body['userId'].is_a?(String)

    content_type :json
    '{}'
  end

  get '/v2/users' do
    size = Integer(params.fetch('pageSize', '100'))
    token = params['pageToken'].to_s
    start = token.empty? ? 0 : Integer(Base64.urlsafe_decode64(token))
    page = USERS[start, size] || []
    last = start + page.length
    content_type :json
    { users: page, nextPageToken: last < USERS.length ? Base64.urlsafe_encode64(last.to_s) : '' }.to_json
  rescue ArgumentError => e
    failure 400, 'INVALID_ARGUMENT', 8, e.message
  end

  run!
end
