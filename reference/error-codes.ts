export type ErrorCode = keyof typeof errorCodes;

export interface ErrorKind {
  readonly status: number;
  readonly category: number;
  readonly grpcCode: number;
  readonly retryInfo?: string;
}

/**
 * The meaning of each code of the error object. interface.md does not show the catalogue; the numbers are those of the
 * error categories and gRPC codes that ledgers of this family publish.
 */
export const errorCodes = {
  INVALID_ARGUMENT: { status: 400, category: 8, grpcCode: 3 },
  INVALID_FIELD: { status: 400, category: 8, grpcCode: 3 },
  MISSING_FIELD: { status: 400, category: 8, grpcCode: 3 },
  INVALID_TOKEN: { status: 400, category: 8, grpcCode: 3 },
  NEGATIVE_OFFSET: { status: 400, category: 8, grpcCode: 3 },
  USER_ALREADY_EXISTS: { status: 409, category: 10, grpcCode: 6 },
  USER_NOT_FOUND: { status: 404, category: 11, grpcCode: 5 },
  TOPOLOGY_NOT_SIGNED: { status: 400, category: 8, grpcCode: 3 },
  UNKNOWN_SYNCHRONIZER: { status: 400, category: 9, grpcCode: 9 },
  UNKNOWN_PARTY: { status: 400, category: 9, grpcCode: 9 },
  FAILED_TO_EXECUTE_TRANSACTION: { status: 400, category: 9, grpcCode: 9 },
  UNAUTHENTICATED: { status: 401, category: 6, grpcCode: 16 },
  PERMISSION_DENIED: { status: 403, category: 7, grpcCode: 7 },
  UNKNOWN_RESOURCE: { status: 404, category: 11, grpcCode: 5 },
  METHOD_NOT_ALLOWED: { status: 405, category: 14, grpcCode: 12 },
  SUBMISSION_ALREADY_IN_FLIGHT: { status: 409, category: 2, grpcCode: 10, retryInfo: '1 second' },
  REQUEST_TOO_LARGE: { status: 413, category: 8, grpcCode: 8 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, category: 8, grpcCode: 3 },
  HEADERS_TOO_LARGE: { status: 431, category: 8, grpcCode: 8 },
  INTERNAL_ERROR: { status: 500, category: 4, grpcCode: 13 },
} as const satisfies Record<string, ErrorKind>;
