import { Agent, request } from 'node:http';
import type { FuzzRequest } from './requests';

interface FuzzAnswer {
  status: number;
  retryAfter: string | undefined;
  requestId: string;
  text: string;
}

/** The result of a request: an answer, a broken connection that is no fault, or a fault of the server. */
export type Outcome = { answer: FuzzAnswer } | { cut: true } | { fault: string };

const ANSWER_MS = 60_000;
const TEXT_BYTES = 500;

/** Sends requests over kept-alive connections, as browsers do. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 });

  constructor(private readonly base: string) {}

  /** @param target path and query, ready to send */
  send(
    { method, headers, body, breaks }: FuzzRequest,
    target: string,
    credentials: Readonly<Record<string, string>>,
  ): Promise<Outcome> {
    const { hostname, port } = new URL(this.base);
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    return new Promise((resolve) => {
      const sent = request({
        ...{ agent: this.agent, hostname, port, method, path: target, timeout: ANSWER_MS },
        headers: { ...headers, ...credentials, ...length },
      });
      sent.once('timeout', () => {
        sent.destroy();
        resolve({ fault: `no answer within ${ANSWER_MS / 1_000} s` });
      });
      // A refusal may close the connection during the body. A kept-alive connection may close just when it is reused.
      sent.once('error', (failure) => resolve(isBroken(failure) ? { cut: true } : { fault: failure.message }));
      sent.once('response', (answer) => {
        if (breaks === 'at-answer') {
          sent.destroy();
          resolve({ cut: true });
          return;
        }
        const pieces: Buffer[] = [];
        let receivedBytes = 0;
        answer.on('data', (piece: Buffer) => {
          if (receivedBytes < TEXT_BYTES) pieces.push(piece);
          receivedBytes += piece.length;
        });
        answer.once('error', () => resolve({ cut: true }));
        answer.once('end', () =>
          resolve({
            answer: {
              status: answer.statusCode ?? 0,
              retryAfter: answer.headers['retry-after'],
              requestId: String(answer.headers['x-request-id'] ?? ''),
              text: Buffer.concat(pieces).toString('utf8', 0, TEXT_BYTES),
            },
          }),
        );
      });
      if (typeof breaks === 'object' && body !== undefined) {
        sent.write(body.subarray(0, Math.floor(body.length * breaks.bodyShare)), () =>
          setTimeout(() => sent.destroy(), 5),
        );
      } else sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

const isBroken = (failure: Error): boolean =>
  'code' in failure && ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(String(failure.code));
