import { traceRequests } from '@almanac/observability';
import { callsOutside } from '@almanac/process';
import { Agent, type Dispatcher } from 'undici';
import { checkedLookup, nameServers, type Resolve } from './checked-lookup';
import { OutgoingError } from './outgoing-error';

export interface ConnectionOptions {
  timeoutMs: number;
  /** DNS; the machine's name servers by default. */
  resolve?: Resolve;
}

/** One agent for each request, so that connections are neither kept nor shared between callers. @param isTrusted skips the address checks */
export async function withConnection<T>(
  isTrusted: boolean,
  { timeoutMs, resolve = nameServers() }: ConnectionOptions,
  work: (dispatcher: Dispatcher) => Promise<T>,
): Promise<T> {
  callsOutside('a request to another server');
  const lookup = isTrusted ? {} : { lookup: checkedLookup(resolve) };
  const agent = new Agent({
    connections: 1,
    pipelining: 0,
    connect: { ...lookup, allowH2: false, timeout: timeoutMs },
  });
  try {
    return await work(agent.compose(traceRequests({ propagates: false })));
  } finally {
    await agent.destroy();
  }
}

/** @param deadline aborted when the time was over */
export function asOutgoingError(failure: unknown, deadline: AbortSignal, timeoutMs: number): OutgoingError {
  if (failure instanceof OutgoingError) return failure;
  if (deadline.aborted) return new OutgoingError('time', `took more than ${timeoutMs} ms`, { cause: failure });
  const message = failure instanceof Error ? failure.message : String(failure);
  return new OutgoingError('unreachable', message, { cause: failure });
}
