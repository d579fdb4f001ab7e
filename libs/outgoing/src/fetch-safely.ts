import { Agent, type Dispatcher, request } from 'undici';
import { AllowedHosts } from './allowed-hosts';
import { checkedLookup, nameServers, type Resolve } from './checked-lookup';
import { checkedTarget } from './checked-target';
import { OutgoingError } from './outgoing-error';

export interface OutgoingOptions {
  /** Of the body. */
  maxBytes: number;
  /** For everything: names, connections, redirects and the last byte. */
  timeoutMs: number;
  maxRedirects: number;
  /** Media types, as the header of that name says them. */
  accept: string;
  allowedHosts?: AllowedHosts;
  /** The machine's name servers unless given. */
  resolve?: Resolve;
}

export interface Fetched {
  /** Where the body came from in the end. */
  url: string;
  body: Buffer;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * The body of a 200 at an address that somebody else has chosen. Every redirect is judged as the first address was. Nothing is inflated: a
 * body that comes compressed is refused.
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
      if (redirects === options.maxRedirects) throw new OutgoingError('redirects', `sent on more than ${redirects} times`);
      url = checkedTarget(answer.location, allowed, url);
    }
  } catch (failure) {
    if (failure instanceof OutgoingError) throw failure;
    if (deadline.aborted) throw new OutgoingError('time', `took more than ${options.timeoutMs} ms`, { cause: failure });
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new OutgoingError('unreachable', message, { cause: failure });
  }
}

type Answer = { location: string } | { body: Buffer };

async function ask(url: URL, isTrusted: boolean, signal: AbortSignal, options: OutgoingOptions): Promise<Answer> {
  const { accept, timeoutMs, maxBytes, resolve = nameServers() } = options;
  const lookup = isTrusted ? {} : { lookup: checkedLookup(resolve) };
  // One for each request: connections to strangers are not kept, nor shared between those who named them.
  const agent = new Agent({ connections: 1, pipelining: 0, connect: { ...lookup, allowH2: false, timeout: timeoutMs } });
  try {
    const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Almanac' };
    const response = await request(url, { dispatcher: agent, signal, headers });
    // Whoever stops reading ends the connection, of which the body then complains to nobody.
    response.body.on('error', () => undefined);
    const { location } = response.headers;
    if (REDIRECTS.includes(response.statusCode) && typeof location === 'string') return { location };
    return { body: await bodyOf(response, maxBytes) };
  } finally {
    await agent.destroy();
  }
}

async function bodyOf({ statusCode, headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  if (statusCode !== 200) throw new OutgoingError('status', `answered ${statusCode}`);
  const encoding = String(headers['content-encoding'] ?? 'identity');
  if (encoding.toLowerCase() !== 'identity') throw new OutgoingError('encoding', `is compressed (${encoding})`);
  if (Number(headers['content-length']) > maxBytes) throw new OutgoingError('size', `announces more than ${maxBytes} bytes`);
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
