class ApplicationController < ActionController::API
  include ActionController::HttpAuthentication::Token::ControllerMethods

  ERRORS = {
    bad_request: ['INVALID_ARGUMENT', 8, 3],
    unauthorized: ['UNAUTHENTICATED', 6, 16],
    not_found: ['NOT_FOUND', 11, 5],
    internal_server_error: ['INTERNAL', 4, 13]
  }.freeze

  rescue_from StandardError do |error|
    logger.error(error.full_message)
    render_error :internal_server_error, 'An internal error occurred'
  end
  rescue_from ActionController::BadRequest, ActionController::ParameterMissing,
              ActionDispatch::Http::Parameters::ParseError do |error|
    render_invalid error.message
  end

  before_action :authenticate

  def no_such_path
    render_error :not_found, "No such path: #{request.path}"
  end

  private

  def authenticate
    claims = authenticate_with_http_token { |token| decode(token) } ||
             decode(request.headers['Sec-WebSocket-Protocol'])
    render_error :unauthorized, 'A valid access token is required' unless claims
  end

  def decode(token)
    JWT.decode(token, ENV.fetch('JWT_SECRET'), true, algorithm: 'HS256').first
  rescue JWT::DecodeError
    nil
  end

  def render_invalid(cause)
    render_error :bad_request, cause
  end

  def render_error(status, cause)
    code, category, grpc = ERRORS.fetch(status)
    render status: status, json: {
      code: code, cause: cause, context: {}, errorCategory: category, grpcCodeValue: grpc,
      correlationId: request.request_id
    }
  end
end
