/** The form of each host in a setting: `files.internal`, `10.0.0.7:8080`, `[fd00::7]`. */
export const ALLOWED_HOST = {
  pattern: /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?$/,
  complaint: 'must be hosts such as files.internal or 10.0.0.7:8080, separated by commas',
};

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
