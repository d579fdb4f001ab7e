import { createServer } from 'node:net';
import { freePort, portIsFree } from './ports';

describe('ports', () => {
  it('are free until somebody listens', async () => {
    const port = await freePort();
    expect(await portIsFree(port, '127.0.0.1')).toBe(true);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await portIsFree(port, '127.0.0.1')).toBe(false);
    expect(await portIsFree(port, '0.0.0.0')).toBe(false);
    await new Promise((resolve) => server.close(resolve));
  });

  it('of other machines are an error, not "in use"', async () => {
    await expect(portIsFree(8080, '192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});
