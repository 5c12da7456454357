class UsersController < ApplicationController
  USERS = (['participant_admin'] + (1..11).map { |i| format('user-%02d', i) }).map do |id|
    { id: id, primaryParty: '', isDeactivated: false, identityProviderId: '',
      metadata: { resourceVersion: '1', annotations: {} } }
  end.freeze
  DEFAULT_PAGE_SIZE = 100

  def index
    size = params.fetch(:pageSize, DEFAULT_PAGE_SIZE).to_i
    size = DEFAULT_PAGE_SIZE unless size.positive?
    rest = USERS
    if params[:pageToken].present?
      after = Base64.urlsafe_decode64(params[:pageToken])
      rest = USERS.drop_while { |user| user[:id] <= after }
    end
    page = rest.first(size)
    token = rest.size > size ? Base64.urlsafe_encode64(page.last[:id]) : ''
    render json: { users: page, nextPageToken: token }
  end
end
