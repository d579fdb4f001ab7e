import { ALLOWED_HOST, AllowedHosts, checkedTarget } from './checked-target';

const reasonFor = (address: string, allowed: string[] = []): unknown => {
  try {
    return checkedTarget(address, new AllowedHosts(allowed)).href;
  } catch (failure) {
    return failure instanceof Error && 'reason' in failure ? failure.reason : failure;
  }
};

it.each([
  'http://example.com/a.png',
  'https://example.com/',
  'http://example.com:8080/',
  'https://example.com:8443/',
  'http://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
])('checkedTarget accepts %s', (address) => expect(reasonFor(address)).toBe(address));

it.each([
  'example.com/a.png',
  '//example.com/a.png',
  'ftp://example.com/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'gopher://example.com/',
  'javascript:alert(1)',
  'http://user@example.com/',
  'https://user:password@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://example.com:443000/',
  'http://exa mple.com/',
])('checkedTarget rejects %s as an invalid address', (address) => expect(reasonFor(address)).toBe('address'));

it.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://10.0.0.1:8080/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fe80::1]/',
  'http://localhost/',
  'http://LOCALHOST.:8080/',
  'http://images.localhost/',
])('checkedTarget rejects %s as internal', (address) => expect(reasonFor(address)).toBe('forbidden'));

it('checkedTarget accepts allowed hosts, at any port or at one port', () => {
  expect(reasonFor('http://files.internal:9000/a', ['Files.internal'])).toBe('http://files.internal:9000/a');
  expect(reasonFor('http://10.0.0.7/a', ['10.0.0.7:80'])).toBe('http://10.0.0.7/a');
  expect(reasonFor('http://10.0.0.7:8080/a', ['10.0.0.7:80'])).toBe('forbidden');
  expect(reasonFor('http://[fd00::7]:8080/a', ['[fd00::7]:8080'])).toBe('http://[fd00::7]:8080/a');
  expect(reasonFor('http://user@10.0.0.7/a', ['10.0.0.7'])).toBe('address');
});

it.each([
  ['files.internal', true],
  ['10.0.0.7:8080', true],
  ['[fd00::7]:80', true],
  ['https://files.internal', false],
  ['files.internal/path', false],
  ['*.internal', false],
])('ALLOWED_HOST matches %s: %s', (text, expected) => expect(ALLOWED_HOST.pattern.test(text)).toBe(expected));
