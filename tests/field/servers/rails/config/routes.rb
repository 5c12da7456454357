Rails.application.routes.draw do
  scope '/v2' do
    post 'parties/external/generate-topology', to: 'topologies#create'
    post 'interactive-submission/execute', to: 'submissions#create'
    get 'users', to: 'users#index'
  end
  match '*path', to: 'application#no_such_path', via: :all
end
