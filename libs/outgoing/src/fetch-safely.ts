import { type Dispatcher, request } from 'undici';
import { AllowedHosts, checkedTarget, OutgoingError } from './checked-target';
import { asOutgoingError, type ConnectionOptions, withConnection } from './one-connection';

export interface OutgoingOptions extends ConnectionOptions {
  /** Limit of the body. */
  maxBytes: number;
  /** For the whole fetch: DNS, connections, redirects and body. */
  timeoutMs: number;
  maxRedirects: number;
  /** Value of the `Accept` header. */
  accept: string;
  allowedHosts?: AllowedHosts;
}

interface Fetched {
  /** URL of the body, after all redirects. */
  url: string;
  body: Buffer;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Fetches the body of a 200 from a URL that a user chose. Every redirect is checked like the first URL. A compressed body is refused,
 * so that it cannot grow when inflated.
 * @throws OutgoingError
 */
export async function fetchSafely(address: string, options: OutgoingOptions): Promise<Fetched> {
  const allowed = options.allowedHosts ?? new AllowedHosts();
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    let url = checkedTarget(address, allowed);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, allowed.has(url), deadline, options);
      if ('body' in answer) return { url: url.href, body: answer.body };
      if (redirects === options.maxRedirects)
        throw new OutgoingError('redirects', `sent on more than ${redirects} times`);
      url = checkedTarget(answer.location, allowed, url);
    }
  } catch (failure) {
    throw asOutgoingError(failure, deadline, options.timeoutMs);
  }
}

type Answer = { location: string } | { body: Buffer };

async function ask(url: URL, isTrusted: boolean, signal: AbortSignal, options: OutgoingOptions): Promise<Answer> {
  const { accept, maxBytes } = options;
  return withConnection(isTrusted, options, async (dispatcher) => {
    const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Almanac' };
    const response = await request(url, { dispatcher, signal, headers });
    // When reading stops early, closing the connection makes the body emit an error without any other listener.
    response.body.on('error', () => undefined);
    const { location } = response.headers;
    if (REDIRECTS.includes(response.statusCode) && typeof location === 'string') return { location };
    return { body: await bodyOf(response, maxBytes) };
  });
}

async function bodyOf({ statusCode, headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (statusCode !== 200) throw new OutgoingError('status', `answered ${statusCode}`);
  const encoding = String(headers['content-encoding'] ?? 'identity');
  if (encoding.toLowerCase() !== 'identity') throw new OutgoingError('encoding', `is compressed (${encoding})`);
  if (Number(headers['content-length']) > maxBytes)
    throw new OutgoingError('size', `announces more than ${maxBytes} bytes`);
  return gathered(body, maxBytes);
}

async function gathered(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new OutgoingError('size', `has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
