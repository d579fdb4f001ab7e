import { IncomingMessage } from 'node:http';

/** A request with its name, which goes to the upstream, to the answer and to the log. */
export class GatewayRequest extends IncomingMessage {
  id = '';
  /** A read of the public calendar without credentials: scripts of every origin may read the answer, as with the reference. */
  isOpenRead = false;
}
