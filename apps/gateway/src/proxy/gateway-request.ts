import type { Dialect } from '@almanac/errors';
import { IncomingMessage } from 'node:http';

/** A request with its name, which goes to the upstream, to the answer and to the log. */
export class GatewayRequest extends IncomingMessage {
  id = '';
  /** Whose clients called: each service has an error envelope of its own. */
  dialect: Dialect | undefined;
  /** A read of the public calendar without credentials: scripts of every origin may read the answer, as with the reference. */
  isOpenRead = false;
}
