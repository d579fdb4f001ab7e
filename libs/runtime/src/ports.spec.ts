import { createServer } from 'node:net';
import { freePort, portIsFree } from './ports';

describe('portIsFree', () => {
  it('returns false while a server listens on the port', async () => {
    const port = await freePort();
    expect(await portIsFree(port, '127.0.0.1')).toBe(true);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await portIsFree(port, '127.0.0.1')).toBe(false);
    expect(await portIsFree(port, '0.0.0.0')).toBe(false);
    await new Promise((resolve) => server.close(resolve));
  });

  it('rejects an address of another machine', async () => {
    await expect(portIsFree(8080, '192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});
