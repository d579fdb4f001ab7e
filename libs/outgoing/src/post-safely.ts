import { request } from 'undici';
import { AllowedHosts, checkedTarget } from './checked-target';
import { asOutgoingError, type ConnectionOptions, withConnection } from './one-connection';

export interface PostOptions extends ConnectionOptions {
  headers: Readonly<Record<string, string>>;
  /** The rest of the answer is not read. */
  maxAnswerBytes: number;
  allowedHosts?: AllowedHosts;
  /** Ends the request early. */
  signal?: AbortSignal;
}

interface Posted {
  status: number;
  /** The beginning of the answer. */
  answer: string;
}

/**
 * Sends a body to a URL that a user chose, with the checks of `fetchSafely`. Redirects are not followed: their status is returned.
 * @throws OutgoingError without an answer
 */
export async function postSafely(address: string, body: string, options: PostOptions): Promise<Posted> {
  const { timeoutMs, headers, maxAnswerBytes, allowedHosts = new AllowedHosts(), signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const until = signal ? AbortSignal.any([deadline, signal]) : deadline;
  try {
    const url = checkedTarget(address, allowedHosts);
    return await withConnection(allowedHosts.has(url), options, async (dispatcher) => {
      const answer = await request(url, {
        method: 'POST',
        body,
        dispatcher,
        signal: until,
        headers: { 'user-agent': 'Almanac', 'accept-encoding': 'identity', ...headers },
      });
      // When reading stops early, closing the connection makes the body emit an error without any other listener.
      answer.body.on('error', () => undefined);
      return { status: answer.statusCode, answer: await beginningOf(answer.body, maxAnswerBytes) };
    });
  } catch (failure) {
    throw asOutgoingError(failure, deadline, timeoutMs);
  }
}

async function beginningOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}
