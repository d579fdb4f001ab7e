import type { Actor } from '@almanac/auth';
import type { Request, Response } from 'express';

/** A user who has at least given the password. */
interface VisitorAccount {
  readonly actor: Actor;
}

/** After the right password, `second-factor` still requires a code, and `set-up` the set-up of codes. */
export type Visitor<A extends VisitorAccount = VisitorAccount> =
  { stage: 'guest' } | { stage: 'second-factor' | 'set-up' | 'member'; account: A };

/** The log-in stage of a visitor. */
export type Stage = Visitor['stage'];

/** Finds the visitor of a request. Each service provides it. */
export abstract class Visitors {
  abstract load(request: Request, response: Response): Promise<Visitor>;
}

/** Tells the header of an error page who the visitor is, if the page came to be before its guard. A failure leaves the header general. */
export async function setVisitor(visitors: Visitors, request: Request, response: Response): Promise<void> {
  response.locals['visitor'] = await visitors.load(request, response).catch(() => undefined);
}
