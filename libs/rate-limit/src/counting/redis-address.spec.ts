import { readSettings, REDIS_URL as FORM, SettingsError } from '@almanac/runtime';
import { Redis } from 'ioredis';

const read = (REDIS_URL: string | undefined) =>
  readSettings({ REDIS_URL }, (s) => ({ url: s.optional('REDIS_URL', FORM) })).url;

describe('REDIS_URL', () => {
  it.each([
    ['redis://h', 'h', 6379, 0],
    ['redis://h/', 'h', 6379, 0],
    ['redis://h:6380/2', 'h', 6380, 2],
    ['redis://10.0.0.7:6379', '10.0.0.7', 6379, 0],
    ['redis://[::1]:6379/15', '::1', 6379, 15],
    ['rediss://user:p%40ss%2Fw%23rd%25@redis.example:6379/1', 'redis.example', 6379, 1],
    ['redis://:password@h', 'h', 6379, 0],
    ['redis://:p@ss:w@h:6380/2', 'h', 6380, 2],
    ['redis://h?db=3&family=6', 'h', 6379, 3],
    ['  redis://h  ', 'h', 6379, 0],
  ])('may be %s', (url, host, port, db) => {
    const client = new Redis(String(read(url)), { lazyConnect: true });
    expect(client.options).toMatchObject({ host, port, db });
  });

  it.each([undefined, '', ' '])('may be absent (%j)', (url) => expect(read(url)).toBeUndefined());

  it.each([
    'h',
    'h:6379',
    '/var/run/redis.sock',
    '//h',
    'http://h',
    'unix:///var/run/redis.sock',
    'REDISS://h',
    'redis://',
    'redis://h two',
    'redis://h:99999',
    'redis://h:0',
    'redis://h:port',
    'redis://:6379',
    'redis://[::1',
    'redis://user:pa/ss@h',
    'redis://:100%@h',
    'redis:///2',
    'redis://h/nonsense',
    'redis://h/2x',
    'redis://h/-1',
    'redis://h/1.5',
    'redis://h/2/3',
    'redis://h/%32',
    'redis://h/123456',
    'redis://h:12/ss@real',
    'redis://h?db=x',
    'redis://h?family=5',
    'redis://h?retryStrategy=1',
    'redis://h?constructor=1',
    'redis://h/2#x',
    'redis://h:12#ss@real',
  ])('must not be %s', (url) => {
    expect(() => read(url)).toThrow(`REDIS_URL ${FORM.complaint}`);
  });

  it('is one fault among all others, without its password', () => {
    try {
      readSettings({ REDIS_URL: 'redis://:hunter2@h/hunter2' }, (s) => ({
        url: s.optional('REDIS_URL', FORM),
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
