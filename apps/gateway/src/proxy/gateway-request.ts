import type { Dialect } from '@almanac/errors';
import { IncomingMessage } from 'node:http';

/** A request with its id, which is sent to the upstream and the client and written to the log. */
export class GatewayRequest extends IncomingMessage {
  id = '';
  /** The API that the client called: the services have different error envelopes. */
  dialect: Dialect | undefined;
  /** The calendar's API was called at an additional prefix, which its address alone does not tell. */
  isApi = false;
  /** A calendar read without credentials: scripts of every origin may read the response, as in the reference. */
  isOpenRead = false;
}
