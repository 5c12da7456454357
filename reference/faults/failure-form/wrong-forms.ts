import type { Call } from '../../call.ts';
import { answered } from '../answered.ts';
import type { Change } from '../fault.ts';
import { spoilDelivery } from '../transport/spoil-delivery.ts';
import { closedWithoutAnswer } from '../transport/ways.ts';

/** A failure of a form that the document does not have, for some requests. */
export type WrongForm = (isMeant: (call: Call) => boolean) => Change;

const html = '<!doctype html><title>Bad Request</title>';

/** The page of a framework. */
export const asHtml: WrongForm = (isMeant) => answered(isMeant, 400, 'text/html', html);

/** A text with 400, where the error object is due. */
export const asText: WrongForm = (isMeant) => answered(isMeant, 400, 'text/plain', 'bad request');

/** A text with the status of a server error, as an unhandled exception yields. */
export const asServerText: WrongForm = (isMeant) => answered(isMeant, 500, 'text/plain', 'Internal Server Error');

/** An empty 500. */
export const asNothing: WrongForm = (isMeant) => answered(isMeant, 500, undefined, '');

/** JSON that is not the error object. */
export const asOtherJson: WrongForm = (isMeant) => answered(isMeant, 422, 'application/json', '{"detail":[{"msg":"value is not valid"}]}');

/** The connection is closed, as by a process that ended. */
export const closed: WrongForm = (isMeant) => spoilDelivery(isMeant, closedWithoutAnswer);
