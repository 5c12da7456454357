/** Quotes from interface.md that more than one table of faults uses. */
export const quotes = {
  generateBody: 'Request: JSON body (required), shape Generate-topology request.',
  generateSuccess: 'Response 200: JSON, shape Generate-topology response.',
  generateOtherStatus: 'Any other status: JSON error object (see Errors).',
  invalidValue:
    'When the generate-topology body is an invalid value, then the response is status 400 with a text/plain string body.',
  executeBody: 'Request: JSON body (Content-Type application/json), shape Execute-submission request.',
  executeSuccess: 'Response on success: JSON object of type ExecuteSubmissionResponse.',
  executeObject: 'A successful body is an empty JSON object.',
  listSuccess: 'Response on success: JSON, shape List-users response.',
  failure: 'Failure: JSON error object (see Errors).',
  errorObject: 'For all other failures the body is the JSON error object above.',
  partyId: 'The party id is built from this hint and a fingerprint of the public key.',
  pageSize: 'One limits the maximum number of elements in a returned page.',
  emptyToken: 'Leaving it empty starts from the beginning of the list.',
  nextPage:
    'A non-empty value continues from a given page and is taken from the result of the previous page (the nextPageToken field).',
  allUsers: 'Purpose: list all existing users.',
  listRequest: 'Request: no body. Two optional query parameters exist:',
  bearer: 'All endpoints take the bearer credential described under Authentication.',
  bothSchemes: 'Every operation in this document lists both schemes as accepted credentials.',
  jwt: 'Standard JWT of the ledger interface.',
} as const;
