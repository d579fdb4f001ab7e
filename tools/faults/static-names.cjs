// Loaded into a program by `NODE_OPTIONS=--require`: names of `STATIC_NAMES` (JSON) have always the same addresses, like a list of hosts.
const dns = require('node:dns');

const names = new Map(Object.entries(JSON.parse(process.env.STATIC_NAMES ?? '{}')));
const { lookup } = dns;
const lookupLater = dns.promises.lookup;

const found = (host) => names.get(host)?.map((address) => ({ address, family: 4 }));

dns.lookup = (host, options, done) => {
  const addresses = found(host);
  if (!addresses) return lookup(host, options, done);
  const call = typeof options === 'function' ? options : done;
  process.nextTick(() => (options.all ? call(null, addresses) : call(null, addresses[0].address, 4)));
};

dns.promises.lookup = async (host, options) => {
  const addresses = found(host);
  if (!addresses) return lookupLater(host, options);
  return options?.all ? addresses : addresses[0];
};
