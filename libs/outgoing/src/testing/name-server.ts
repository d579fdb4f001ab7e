import { createSocket, type Socket } from 'node:dgram';

const HEADER_BYTES = 12;
const [TYPE_A, RESPONSE, NO_SUCH_NAME] = [1, 0x8180, 3];

/** A name server that knows the IPv4 addresses of a few names (RFC 1035). */
export class NameServer {
  private constructor(
    private readonly socket: Socket,
    /** `127.0.0.1:<port>` */
    readonly address: string,
  ) {}

  static async start(names: Readonly<Record<string, string>>): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.on('message', (query, from) => socket.send(answerTo(query, names), from.port, from.address));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket, `127.0.0.1:${socket.address().port}`);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }
}

function answerTo(query: Buffer, names: Readonly<Record<string, string>>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(HEADER_BYTES, at + 5);
  const ip = names[labels.join('.').toLowerCase()];
  const answer = ip !== undefined && query.readUInt16BE(at + 1) === TYPE_A ? record(ip) : undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(RESPONSE + (ip === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer ? 1 : 0, 6);
  return Buffer.concat([header, question, ...(answer ? [answer] : [])]);
}

/** An address record for the name in the question, with a time to live of 0. */
function record(ip: string): Buffer {
  return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]);
}
