import { maskAddress } from './activity-log';

describe('the address in the audit log', () => {
  it.each([
    ['192.168.10.27', 4, '192.168.10.27'],
    ['192.168.10.27', 3, '192.168.10.x'],
    ['192.168.10.27', 2, '192.168.x.x'],
    ['192.168.10.27', 1, '192.x.x.x'],
    ['192.168.10.27', 0, 'x.x.x.x'],
    ['2001:db8::ff00:42:8329', 4, '2001:db8::ff00:42:8329'],
    ['2001:db8::ff00:42:8329', 3, '2001:db8:0:0:0:ff00:x:x'],
    ['2001:db8::ff00:42:8329', 1, '2001:db8:x:x:x:x:x:x'],
    ['::1', 0, 'x:x:x:x:x:x:x:x'],
    ['::ffff:192.0.2.1', 4, '192.0.2.1'],
    ['::ffff:192.0.2.1', 2, '192.0.x.x'],
    ['not an address', 4, ''],
    ['', 4, ''],
  ])('%s with the precision %i is written as %j', (address, precision, written) => {
    expect(maskAddress(address, precision)).toBe(written);
  });
});
