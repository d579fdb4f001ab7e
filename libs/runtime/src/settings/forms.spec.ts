import { ADDRESS_RANGE, DATABASE_URL, fits, ORIGIN, SECRETS, TIME_ZONE, WEB_ADDRESS } from './forms';

it.each([
  'http://localhost:8080',
  'https://docs.example',
  'https://docs.example/library/',
  'https://7days.example',
  'http://content_service:80',
  'http://[fd00::7]:8080',
  'http://10.0.0.255',
])('WEB_ADDRESS allows %s, which is a URL', (text) => {
  expect(fits(text, WEB_ADDRESS)).toBe(true);
  expect(URL.canParse(text)).toBe(true);
});

it.each([
  'docs.example',
  'ftp://docs.example',
  'https://',
  'https://docs.example?a=b',
  'https://docs.example#a',
  'https://ada@docs.example',
  'https://*.example',
  'https://docs.example:65536',
  'https://10.0.0.256',
  'https://docs.256',
  'https://[1::2::3]',
  'https://docs example',
])('WEB_ADDRESS refuses %s', (text) => expect(fits(text, WEB_ADDRESS)).toBe(false));

it.each([
  ['http://content:8081', true],
  ['http://content:80/', true],
  ['http://content/api', false],
])('ORIGIN and %s: %s', (text, expected) => expect(fits(text, ORIGIN)).toBe(expected));

it.each([
  ['postgres://db/content', true],
  ['postgresql://u:p@ss@db:5432/content?sslmode=require', true],
  ['postgres:///content?host=/run/postgresql', true],
  ['postgres://user:pass@/content?host=/run/postgresql', false],
  ['postgres://db/content/', true],
  ['postgres://db/content/?sslmode=require', false],
  ['postgres://db/content/more', false],
  ['postgres://%2Frun%2Fpostgresql/content', true],
  ['postgres://', false],
  ['postgres://db', false],
  ['postgres://user@db:5502', true],
  ['postgres://user:pass@db?sslmode=require', true],
  ['postgres://@db', false],
  ['postgres://db/', false],
  ['postgres://db:99999/content', false],
  ['mysql://db/content', false],
])('DATABASE_URL and %s: %s', (text, expected) => expect(fits(text, DATABASE_URL)).toBe(expected));

it.each([
  ['10.0.0.7', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['::1', true],
  ['::', true],
  ['1:2:3:4:5:6:7:8/128', true],
  ['1::8', true],
  ['::ffff:10.0.0.7', true],
  ['64:ff9b::192.0.2.0/96', true],
  ['1:2:3::5:192.0.2.7', true],
  ['1:2:3:4:5:6:192.0.2.7', true],
  ['1:2:3:4:5::192.0.2.7', true],
  ['1:2:3:4::5:6:192.0.2.7', false],
  ['1:2:3:4:5:192.0.2.7', false],
  ['1', false],
  ['10.0.0', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/x', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/99', false],
  ['::/129', false],
  ['1:2:3:4:5:6:7', false],
  ['1:2:3:4:5:6:7:8:9', false],
  ['localhost', false],
  ['', false],
])('ADDRESS_RANGE and %j: %s', (text, expected) => expect(fits(text, ADDRESS_RANGE)).toBe(expected));

it.each([
  ['a'.repeat(32), true],
  ['a secret between the services of a test', true],
  [`${'a'.repeat(32)}, ${'b'.repeat(40)}`, true],
  ['a'.repeat(31), false],
  [`${'a'.repeat(32)},b`, false],
  [`${'a'.repeat(32)},`, false],
  [`${'a'.repeat(32)},${'b'.repeat(31)} `, false],
])('SECRETS and %j: %s', (text, expected) => expect(fits(text, SECRETS)).toBe(expected));

it.each(['UTC', 'utc', 'europe/Rome', 'Etc/GMT+1', ...Intl.supportedValuesOf('timeZone')])(
  'TIME_ZONE allows %s',
  (zone) => expect(fits(zone, TIME_ZONE)).toBe(true),
);

it('a longest text has so many characters, not halves of them', () => {
  const form = { pattern: /^.*$/, maxLength: 3, complaint: '' };
  expect(fits('😀😀😀', form)).toBe(true);
  expect(fits('😀😀😀😀', form)).toBe(false);
});

it.each(['Mars/Base', 'New York', 'Europe', '+01:00'])('TIME_ZONE refuses %s', (zone) =>
  expect(fits(zone, TIME_ZONE)).toBe(false),
);
