import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { detached } from '@almanac/observability';
import type { UpstreamName } from '../routing/routes';
import { ServiceReplica, type ReplicaTimeouts } from './replica';

interface UpstreamOptions extends ReplicaTimeouts {
  /** The system's own by default. */
  addressesOf?: AddressLookup;
}

export interface BufferedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const RESOLVE_EVERY_MS = 5_000;
const READY_LIMIT_MS = 2_000;

/**
 * A service behind the gateway. When its name has several addresses, each is a replica, and the one with the fewest requests gets the next.
 * The balancing of a cluster chooses per connection and tries once. Here a rolling restart loses no request, because a read, and any
 * request that no process has received, goes to another replica (docs/decisions/0048, `npm run test:rollout`).
 */
export class Upstream {
  private replicas: readonly [ServiceReplica, ...ServiceReplica[]];
  private readonly resolving: NodeJS.Timeout;
  private isResolving = false;
  private turn = 0;

  constructor(
    readonly name: UpstreamName,
    private readonly url: string,
    private readonly options: UpstreamOptions,
  ) {
    this.replicas = [new ServiceReplica(url, undefined, options)];
    const resolve = () => detached(this.resolve(), 'addresses of a service');
    this.resolving = setInterval(resolve, RESOLVE_EVERY_MS).unref();
    resolve();
  }

  /**
   * The replica for the next request.
   * @param failed the one that has just failed this request; another one is chosen if there is one
   */
  choose(failed?: ServiceReplica): ServiceReplica {
    if (this.replicas.length === 1) return this.replicas[0];
    const now = Date.now();
    // Equal ones take turns.
    this.turn += 1;
    const start = this.turn % this.replicas.length;
    const inTurn = [...this.replicas.slice(start), ...this.replicas.slice(0, start)].filter((one) => one !== failed);
    const able = inTurn.filter(({ restEnd }) => restEnd <= now);
    if (able.length > 0) return able.reduce((least, one) => (one.load < least.load ? one : least));
    return inTurn.reduce((first, one) => (one.restEnd < first.restEnd ? one : first));
  }

  /** Whether a request that failed at one replica can go to another. */
  get hasSeveral(): boolean {
    return this.replicas.length > 1;
  }

  /** Reads a whole answer of the service. */
  async read(path: string, headers: string[]): Promise<BufferedAnswer> {
    const answer = await this.choose().request({ method: 'GET', path, headers });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  /** @throws if the readiness probe of the service does not answer 200 */
  async ready(): Promise<void> {
    const signal = AbortSignal.timeout(READY_LIMIT_MS);
    const { statusCode, body } = await this.choose().request({ method: 'GET', path: '/readyz', signal });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${this.name} answers ${statusCode} to its readiness probe`);
  }

  /** Closes all connections and aborts the requests that still run on them. */
  async close(): Promise<void> {
    clearInterval(this.resolving);
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** Keeps the known replicas while the name cannot be resolved. */
  private async resolve(): Promise<void> {
    // A look-up occupies a thread that compression needs, so a silent name server gets one at a time.
    if (this.isResolving) return;
    this.isResolving = true;
    const { hostname } = new URL(this.url);
    const found = await replicaAddresses(hostname, this.options.addressesOf ?? systemLookup).catch(() => undefined);
    this.isResolving = false;
    if (!found) return;
    const addresses: readonly (string | undefined)[] = found.length > 0 ? found : [undefined];
    const current = this.replicas;
    const [first = current[0], ...others] = addresses.map(
      (address) =>
        current.find((one) => one.address === address) ?? new ServiceReplica(this.url, address, this.options),
    );
    this.replicas = [first, ...others];
    const removed = current.filter((one) => !this.replicas.includes(one));
    await Promise.all(removed.map((replica) => replica.retire()));
  }
}

/** The addresses of a host. @throws when the name cannot be resolved */
export type AddressLookup = (host: string) => Promise<readonly string[]>;

/** Asks the system, as all programs do: hosts file, cluster DNS. */
const systemLookup: AddressLookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses of a service's replicas; empty when its name stands for one address, such as that of a Service in a cluster.
 * A replica may have an IPv4 and an IPv6 address, so only one family counts.
 */
export async function replicaAddresses(host: string, addressesOf: AddressLookup): Promise<readonly string[]> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return [];
  const found = [...new Set(await addressesOf(host))].sort();
  const families = [4, 6].map((version) => found.filter((address) => isIP(address) === version));
  return families.find((addresses) => addresses.length > 1) ?? [];
}
