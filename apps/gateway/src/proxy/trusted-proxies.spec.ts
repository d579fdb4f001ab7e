import { isAddressRange, plainAddress, TrustedProxies } from './trusted-proxies';

describe('TrustedProxies', () => {
  const trusted = new TrustedProxies(['10.0.0.0/8', '192.168.1.7', 'fd00::/8']);

  it.each(['10.1.2.3', '192.168.1.7', 'fd12::1', plainAddress('::ffff:10.9.9.9')])('includes %s', (address) =>
    expect(trusted.includes(address)).toBe(true),
  );

  it.each(['11.0.0.1', '192.168.1.8', 'fe80::1', 'unknown', ''])('does not include %j', (address) =>
    expect(trusted.includes(address)).toBe(false),
  );

  it('includes nobody when empty', () => expect(new TrustedProxies([]).includes('127.0.0.1')).toBe(false));
});

it.each(['10.0.0.0/33', '::/129', '10.0.0/8', 'localhost', '10.0.0.0/', '10.0.0.0/x', ''])('%j is no address range', (entry) =>
  expect(isAddressRange(entry)).toBe(false),
);
