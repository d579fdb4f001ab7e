/** The format of a setting with hosts: `files.internal, 10.0.0.7:8080, [fd00::7]`. */
export const HOST_LIST = /^(?:(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?(?:[\s,]+|$))+$/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Hosts that the operator trusts, with any address. */
export class AllowedHosts {
  private readonly entries: ReadonlySet<string>;

  /** @param entries a host as in URLs, or `host:port` for one port of it */
  constructor(entries: readonly string[] = []) {
    this.entries = new Set(entries.map((entry) => entry.toLowerCase()));
  }

  has({ protocol, hostname, port }: URL): boolean {
    return this.entries.has(hostname) || this.entries.has(`${hostname}:${port || DEFAULT_PORTS[protocol]}`);
  }
}
