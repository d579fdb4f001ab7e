import { readSettings, SettingsError } from '@almanac/config';
import { Redis } from 'ioredis';
import { readRedisUrl } from './redis-address';

const read = (REDIS_URL: string | undefined) => readSettings({ REDIS_URL }, (s) => ({ url: readRedisUrl(s) })).url;

describe('REDIS_URL', () => {
  it.each([
    ['redis://h', 'h', 6379, 0],
    ['redis://h/', 'h', 6379, 0],
    ['redis://h:6380/2', 'h', 6380, 2],
    ['redis://10.0.0.7:6379', '10.0.0.7', 6379, 0],
    ['redis://[::1]:6379/15', '::1', 6379, 15],
    ['rediss://user:p%40ss%2Fw%23rd%25@redis.example:6379/1', 'redis.example', 6379, 1],
    ['redis://:password@h', 'h', 6379, 0],
    ['redis://h?db=3&family=6', 'h', 6379, 3],
    ['  redis://h  ', 'h', 6379, 0],
  ])('may be %s', (url, host, port, db) => {
    const client = new Redis(String(read(url)), { lazyConnect: true });
    expect(client.options).toMatchObject({ host, port, db });
  });

  it.each([undefined, '', ' '])('may be absent (%j)', (url) => expect(read(url)).toBeUndefined());

  it.each([
    ['h', 'must be a URL'],
    ['h:6379', 'must be a URL'],
    ['/var/run/redis.sock', 'must be a URL'],
    ['//h', 'must be a URL'],
    ['http://h', 'must be a URL'],
    ['unix:///var/run/redis.sock', 'must be a URL'],
    ['REDISS://h', 'must be a URL'],
    ['redis://', 'must be a URL'],
    ['redis://h two', 'must be a URL'],
    ['redis://h:99999', 'must name a host, and a port'],
    ['redis://h:0', 'must name a host, and a port'],
    ['redis://h:port', 'must name a host, and a port'],
    ['redis://:6379', 'must name a host, and a port'],
    ['redis://[::1', 'must name a host, and a port'],
    ['redis://user:pa/ss@h', 'must name a host, and a port'],
    ['redis://:100%@h', 'must name a host, and a port'],
    ['redis:///2', 'must name a host'],
    ['redis://h/nonsense', 'must end in the number of a database'],
    ['redis://h/2x', 'must end in the number of a database'],
    ['redis://h/-1', 'must end in the number of a database'],
    ['redis://h/1.5', 'must end in the number of a database'],
    ['redis://h/2/3', 'must end in the number of a database'],
    ['redis://h/%32', 'must end in the number of a database'],
    ['redis://h/123456', 'must end in the number of a database'],
    ['redis://h:12/ss@real', 'must end in the number of a database'],
    ['redis://h?db=x', 'must have nothing after ? or #'],
    ['redis://h?family=5', 'must have nothing after ? or #'],
    ['redis://h?retryStrategy=1', 'must have nothing after ? or #'],
    ['redis://h?constructor=1', 'must have nothing after ? or #'],
    ['redis://h/2#x', 'must have nothing after ? or #'],
    ['redis://h:12#ss@real', 'must have nothing after ? or #'],
  ])('must not be %s', (url, sentence) => {
    expect(() => read(url)).toThrow(new RegExp(`REDIS_URL ${sentence.replace('?', '\\?')}`));
  });

  it('is one fault among all others, without its password', () => {
    try {
      readSettings({ REDIS_URL: 'redis://:hunter2@h/hunter2' }, (s) => ({
        url: readRedisUrl(s),
        base: s.text('BASE'),
      }));
      throw new Error('accepted');
    } catch (failure) {
      expect(failure).toBeInstanceOf(SettingsError);
      expect(failure).toMatchObject({ faults: [expect.stringMatching(/^REDIS_URL /), 'BASE is required'] });
      expect(String(failure)).not.toContain('hunter2');
    }
  });
});
