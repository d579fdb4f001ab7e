import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends the path exactly as given; `fetch` would normalize it first. */
export function send(
  url: string,
  path: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method: options.method ?? 'GET', headers: options.headers, path, agent: false });
    req.on('error', reject);
    req.on('response', (res) => {
      text(res).then((body) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }), reject);
    });
    req.end(options.body);
  });
}

/** Writes raw bytes to the port and returns all received bytes once the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    // A reset after the answer counts as a normal close.
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined));
    socket.on('close', () => resolve(answer));
  });
}

/** Waits until a number stops changing, and returns it. */
export async function settled(count: () => number): Promise<number> {
  for (let before = -1; before !== count();) {
    before = count();
    await sleep(300);
  }
  return count();
}
