# Stack: a Rails API application without a database: strong parameters, Active Model and ruby-jwt.
require 'active_model/railtie'
require 'action_controller/railtie'
require 'jwt'

module LedgerApi
  class Application < Rails::Application
    config.root = File.expand_path('..', __dir__)
    config.load_defaults 6.1
    config.api_only = true
    config.eager_load = true
    config.secret_key_base = ENV.fetch('JWT_SECRET')
    config.logger = ActiveSupport::Logger.new($stdout)
    config.log_level = :warn
  end
end

ActiveSupport.on_load(:action_controller) do
  wrap_parameters format: [:json]
end
