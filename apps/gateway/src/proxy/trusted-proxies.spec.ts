import { TrustedProxies } from './trusted-proxies';

describe('TrustedProxies', () => {
  const trusted = new TrustedProxies(['10.0.0.0/8', '192.168.1.7', 'fd00::/8']);

  it.each(['10.1.2.3', '192.168.1.7', 'fd12::1'])('includes %s', (address) =>
    expect(trusted.includes(address)).toBe(true),
  );

  it.each(['11.0.0.1', '192.168.1.8', 'fe80::1', 'unknown', ''])('does not include %j', (address) =>
    expect(trusted.includes(address)).toBe(false),
  );

  it('includes no address when empty', () => expect(new TrustedProxies([]).includes('127.0.0.1')).toBe(false));
});

describe('the caller', () => {
  const trusted = new TrustedProxies(['127.0.0.1', '10.0.0.0/24', 'fd00::/8']);

  it.each<[string, neighbour: string, chain: string | undefined, caller: string]>([
    ['a neighbour that is not trusted', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['a trusted neighbour without a chain', '127.0.0.1', undefined, '127.0.0.1'],
    ['the address that the trusted neighbour saw', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['not the address that this caller claims', '127.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['a private address that is not trusted', '127.0.0.1', '6.6.6.6, 10.0.7.5', '10.0.7.5'],
    ['the one before all trusted proxies', '127.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.5, fd12::1', '203.0.113.9'],
    ['the first of the chain when all are trusted', '127.0.0.1', '10.0.0.7,10.0.0.5', '10.0.0.7'],
    ['the last good address before garbage', '127.0.0.1', '203.0.113.9, not-an-ip, 10.0.0.5', '10.0.0.5'],
    ['the neighbour when there is garbage only', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['the neighbour when the chain is empty', '127.0.0.1', '', '127.0.0.1'],
    ['an address with a port', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['an IPv6 address with a port', '127.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
    ['an IPv4 address inside IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the same in hexadecimal', '::ffff:7f00:1', '::ffff:cb00:7109', '203.0.113.9'],
    ['the neighbour when an address has a zone', '127.0.0.1', 'fe80::1%eth0', '127.0.0.1'],
  ])('is %s', (_caller, neighbour, chain, caller) => {
    expect(trusted.callerOf(neighbour, chain)).toBe(caller);
  });

  it('is unknown when the connection is gone', () =>
    expect(trusted.callerOf(undefined, '203.0.113.9')).toBe('unknown'));
});
