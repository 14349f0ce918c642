/**
 * As on a hosted project the HTTP status of a refusal is 400, and the body's `statusCode` and `code`
 * say which one it is.
 */
import { jsonResponse } from '../http-answers.ts';
import { isDatabaseAway } from '../lost-connections.ts';
import { isNulRefused } from '../sql-states.ts';

export interface Refused {
  readonly code: string;
  readonly statusCode: number;
  readonly message: string;
  /** The older name of the code, which hosted Storage still sends as `error`. */
  readonly error?: string;
  /** Where the HTTP status is not 400. */
  readonly httpStatus?: number;
}

export class StorageRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

const refusal = (refused: Refused): StorageRefused => new StorageRefused(refused);

export const noSuchBucket = () =>
  refusal({
    code: 'NoSuchBucket',
    statusCode: 404,
    error: 'Bucket not found',
    message: 'Bucket not found',
  });

export const noSuchKey = () =>
  refusal({ code: 'NoSuchKey', statusCode: 404, error: 'not_found', message: 'Object not found' });

export const invalidKey = (key: string) =>
  refusal({ code: 'InvalidKey', statusCode: 400, message: `Invalid key: ${key}` });

export const invalidBucketName = () =>
  refusal({
    code: 'InvalidBucketName',
    statusCode: 400,
    error: 'Invalid Input',
    message: 'Bucket name invalid',
  });

export const invalidRequest = (message: string) =>
  refusal({ code: 'InvalidRequest', statusCode: 400, message });

export const invalidMimeType = (mimeType: string) =>
  refusal({
    code: 'InvalidMimeType',
    statusCode: 415,
    error: 'invalid_mime_type',
    message: `mime type ${mimeType} is not supported`,
  });

export const contentNotAsDeclared = (mimeType: string) =>
  refusal({
    code: 'InvalidMimeType',
    statusCode: 415,
    error: 'invalid_mime_type',
    message: `The content of the file is not ${mimeType}`,
  });

export const entityTooLarge = (what = 'object') =>
  refusal({
    code: 'EntityTooLarge',
    statusCode: 413,
    error: 'Payload too large',
    message: `The ${what} exceeded the maximum allowed size`,
  });

export const alreadyExists = (code = 'ResourceAlreadyExists') =>
  refusal({
    code,
    statusCode: 409,
    error: 'Duplicate',
    message: 'The resource already exists',
  });

export const bucketNotEmpty = () =>
  refusal({
    code: 'InvalidRequest',
    statusCode: 409,
    message: 'The bucket you tried to delete is not empty',
  });

export const accessDenied = (message: string) =>
  refusal({ code: 'AccessDenied', statusCode: 403, error: 'Unauthorized', message });

export const invalidToken = (message: string) =>
  refusal({ code: 'InvalidJWT', statusCode: 400, message });

export const signatureForAnotherPath = () =>
  refusal({
    code: 'InvalidSignature',
    statusCode: 400,
    message: 'The url do not match the signature',
  });

export const invalidRange = () =>
  refusal({
    code: 'InvalidRange',
    statusCode: 416,
    error: 'invalid_range',
    message: 'invalid range provided',
    httpStatus: 416,
  });

export const notAnImage = () =>
  refusal({
    code: 'InvalidRequest',
    statusCode: 422,
    message: 'The source is not an image that can be transformed',
  });

export const tooBusy = () =>
  refusal({
    code: 'SlowDown',
    statusCode: 503,
    message: 'Too many pictures are being transformed; try again in a moment',
    httpStatus: 503,
  });

const databaseAway = () =>
  refusal({
    code: 'SlowDown',
    statusCode: 503,
    message: 'The database is away; try again in a moment',
    httpStatus: 503,
  });

export const noKey = (message: string) =>
  refusal({ code: 'InvalidJWT', statusCode: 401, error: 'Unauthorized', message, httpStatus: 401 });

const databaseRefusals: Readonly<Record<string, (message: string) => StorageRefused>> = {
  '42501': (message) =>
    accessDenied(
      message.includes('row-level security')
        ? 'new row violates row-level security policy'
        : message,
    ),
  '23505': () => alreadyExists(),
  '23503': () =>
    refusal({
      code: 'InvalidRequest',
      statusCode: 404,
      message: 'The related resource does not exist',
    }),
  '57014': () =>
    refusal({
      code: 'DatabaseTimeout',
      statusCode: 544,
      message: 'The connection to the database timed out',
      httpStatus: 544,
    }),
};

function isDatabaseError(error: unknown): error is { code: string; message: string } {
  return error instanceof Error && error.name === 'PostgresError' && 'code' in error;
}

export function toRefusal(error: unknown): StorageRefused | null {
  if (error instanceof StorageRefused) return error;
  if (isDatabaseAway(error)) return databaseAway();
  if (isNulRefused(error)) return invalidRequest('Text must not hold the character NUL');
  if (isDatabaseError(error)) return databaseRefusals[error.code]?.(error.message) ?? null;
  return null;
}

export function answerRefusal({ refused }: StorageRefused): Response {
  const { code, statusCode, message } = refused;
  return jsonResponse(
    refused.httpStatus ?? 400,
    { statusCode: String(statusCode), error: refused.error ?? code, message, code },
    { 'cache-control': 'no-store' },
  );
}

export const internalError = (): Response =>
  jsonResponse(500, {
    statusCode: '500',
    error: 'InternalError',
    message: 'Internal server error',
    code: 'InternalError',
  });
