import { answered } from '../../rows/answers.ts';

// Failures of a form that the document does not have.

/** The page of a framework. */
export const asHtml = answered(400, 'text/html', '<!doctype html><title>Bad Request</title>');

/** A text with 400, where the error object is due. */
export const asText = answered(400, 'text/plain', 'bad request');

/** A text with the status of a server error, as an unhandled exception yields. */
export const asServerText = answered(500, 'text/plain', 'Internal Server Error');

/** An empty 500. */
export const asNothing = answered(500, undefined);

/** JSON that is not the error object. */
export const asOtherJson = answered(422, 'application/json', '{"detail":[{"msg":"value is not valid"}]}');

/** Whether a text that is cut behind so many UTF-16 units ends in the first half of a surrogate pair. */
export const isCutInAPair =
  (units: number) =>
  (text: unknown): boolean =>
    typeof text === 'string' && /[\ud800-\udbff]$/.test(text.slice(0, units)) && text.length > units;
