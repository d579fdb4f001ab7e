import { REDIS_SERVER, RedisServer } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../apps/content-service/src/testing/content-app';
import { NEW, OLD, rotate, SMOOTH } from '../testing/rotation';

if (REDIS_SERVER === undefined)
  it.skip('a rotation of the password of Redis needs the server that tools/ci/redis.sh installs', () => undefined);
else {
  const program = REDIS_SERVER;
  let content: ContentApp;
  beforeAll(async () => void (content = await startContent()));
  afterAll(() => content.close());

  it('a rotation of the password of Redis fails no request, and limits count over all processes', async () => {
    const redis = await RedisServer.start(program, OLD);
    const rotation = await rotate(content, {
      before: { REDIS_URL: redis.url },
      after: { REDIS_URL: redis.urlWith(NEW) },
      addKey: () => redis.command(OLD, 'ACL', 'SETUSER', 'default', `>${NEW}`),
      removeOldKey: async () => {
        await redis.command(NEW, 'ACL', 'SETUSER', 'default', `<${OLD}`);
        await redis.command(NEW, 'FLUSHALL');
      },
      requests: [
        ['GET', '/api/books'],
        ['POST', '/api/books', () => ({ name: 'Counted' })],
      ],
    });
    expect(rotation).toEqual(SMOOTH);
    // No connection used a password before or after its time.
    expect(await redis.command(NEW, 'ACL', 'LOG')).toEqual([]);
    // Counts of requests after the last step.
    expect(await redis.command(NEW, 'KEYS', '*')).not.toEqual([]);
    await expect(redis.command(OLD, 'PING')).rejects.toThrow();
    await redis.stop();
  });
}
