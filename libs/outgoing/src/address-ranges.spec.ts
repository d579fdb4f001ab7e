import { isPublicAddress } from './address-ranges';

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('isPublicAddress accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  ['this machine', ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
  [
    'of one link, where clouds tell machines their secrets',
    ['169.254.169.254', '169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  ],
  ['shared by customers of a provider', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  ['internal to a cloud, although it looks public', ['168.63.129.16']],
  ['multicast or broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  [
    'reserved or for documentation',
    [
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '2001:db8::1',
      '3fff::1',
      '100::1',
      '5f00::1',
    ],
  ],
  ['of IPv6 blocks that nobody has yet', ['1fff::1', '4000::1', '8000::1', 'c000::1', 'e000::1']],
  [
    'IPv4 inside of IPv6',
    [
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
      '::ffff:0:10.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001:0:4136:e378::1',
    ],
  ],
  ['no address', ['', 'localhost', '1.2.3', '300.1.1.1', '10.0.0.0/8']],
])('isPublicAddress rejects addresses: %s', (_, addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});
