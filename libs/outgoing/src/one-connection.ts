import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { traceRequests } from '@almanac/observability';
import { callsOutside } from '@almanac/runtime';
import { Agent, type Dispatcher } from 'undici';
import { isPublicAddress } from './address-ranges';
import { OutgoingError } from './checked-target';

/** All addresses of a host. */
type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Resolves hosts by DNS. Not `dns.lookup`, which blocks one of the few libuv threads, needed for files and images too, while a slow
 * name server answers.
 * @param servers `address:port`; the machine's name servers by default
 */
export function nameServers(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return [
      ...found(v4).map((address) => ({ address, family: 4 })),
      ...found(v6).map((address) => ({ address, family: 6 })),
    ];
  };
}

const found = (answer: PromiseSettledResult<string[]>): string[] => (answer.status === 'fulfilled' ? answer.value : []);

/**
 * A `lookup` for sockets that checks the addresses. The socket connects to a checked address, so a name server cannot replace it
 * after the check (DNS rebinding). A host with any address that is not public is refused.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname)
      .then((addresses) => checked(hostname, addresses))
      .then(
        ([first, ...others]) =>
          options.all ? done(null, [first, ...others]) : done(null, first.address, first.family),
        (failure: unknown) => done(failure instanceof Error ? failure : new Error(String(failure)), []),
      );
  };
}

function checked(hostname: string, [first, ...others]: readonly LookupAddress[]): [LookupAddress, ...LookupAddress[]] {
  if (!first) throw new OutgoingError('unreachable', `${hostname} has no address`);
  const inner = [first, ...others].find(({ address }) => !isPublicAddress(address));
  if (inner) throw new OutgoingError('forbidden', `${hostname} is ${inner.address}, which is not public`);
  return [first, ...others];
}

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
