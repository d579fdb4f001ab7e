import { createServer } from 'node:net';
import { freePort } from '@almanac/runtime';
import { checkPort, reachableHost } from './gateway-port';

describe('the gateway’s port', () => {
  it('is refused when another server listens on it', async () => {
    const port = await freePort();
    await expect(checkPort(port, '0.0.0.0')).resolves.toBeUndefined();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await expect(checkPort(port, '0.0.0.0')).rejects.toThrow(`Port ${port} is already in use`);
    await new Promise((resolve) => server.close(resolve));
  });

  it('is refused on an address of another machine', async () => {
    await expect(checkPort(8080, '192.0.2.1')).rejects.toThrow('192.0.2.1 is no address of this machine');
  });

  it.each([
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('on %s is reached through %s', (host, reachable) => {
    expect(reachableHost(host)).toBe(reachable);
  });
});
