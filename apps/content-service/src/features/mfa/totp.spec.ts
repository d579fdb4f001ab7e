import { newTotpSecret, readableSecret, totpAddress, totpStep } from './totp';

/** `12345678901234567890`, the key of the test vectors in RFC 6238, appendix B. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('for second %i matches RFC 6238', (second, code) =>
    expect(totpStep(KEY, code, second)).toBe(Math.floor(second / 30)),
  );

  it.each([-30, 0, 30])('is accepted %i seconds off', (off) =>
    expect(totpStep(KEY, '081804', 1_111_111_109 + off)).toBe(37_037_036),
  );
  it.each([-60, 60])('is rejected %i seconds off', (off) =>
    expect(totpStep(KEY, '081804', 1_111_111_109 + off)).toBeUndefined(),
  );
  it.each(['', '81804', '0818040', '08180x', '８１８０４０', '081804\n'])('is rejected when it is %j', (code) => {
    expect(totpStep(KEY, code, 1_111_111_109)).toBeUndefined();
  });
});

it('keys differ and have 160 bits', () => {
  const keys = Array.from({ length: 20 }, newTotpSecret);
  expect(new Set(keys).size).toBe(20);
  for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/);
});

it('a key is shown in groups of four', () => expect(readableSecret('ABCDEFGH')).toBe('ABCD EFGH'));

it('the otpauth address contains the secret and an issuer with special characters', () => {
  const address = new URL(totpAddress(KEY, 'Docs & more', 'ann@example.com'));
  expect([
    address.protocol,
    address.host,
    address.searchParams.get('secret'),
    address.searchParams.get('issuer'),
  ]).toEqual(['otpauth:', 'totp', KEY, 'Docs & more']);
});
