import { deriveKeys, seal, unseal } from './secrets';

const only = (secret: string) => ({ current: secret, accepted: [secret] });
const OURS = only('the secret of the installation');
const KEY = deriveKeys(OURS, 'second factors');

describe('a sealed text', () => {
  it('opens for its owner with its key', () => {
    expect(unseal(seal('Grüße', KEY, 'user 7'), KEY, 'user 7')).toBe('Grüße');
  });

  it('differs each time and does not contain the plain text', () => {
    const [one, other] = [seal('secret', KEY, 'user 7'), seal('secret', KEY, 'user 7')];
    expect(one.equals(other)).toBe(false);
    expect(one.toString('latin1')).not.toContain('secret');
  });

  it('opens with a former key beside the current one, and is sealed with the current one', () => {
    const rotating = deriveKeys({ current: 'new', accepted: ['new', OURS.current] }, 'second factors');
    expect(unseal(seal('secret', KEY, 'user 7'), rotating, 'user 7')).toBe('secret');
    expect(unseal(seal('secret', rotating, 'user 7'), deriveKeys(only('new'), 'second factors'), 'user 7')).toBe(
      'secret',
    );
  });

  it.each<[string, (sealed: Buffer) => string]>([
    ['for another owner', (sealed) => unseal(sealed, KEY, 'user 8')],
    [
      'with the key of another installation',
      (sealed) => unseal(sealed, deriveKeys(only('another'), 'second factors'), 'user 7'),
    ],
    ['with the key for something else', (sealed) => unseal(sealed, deriveKeys(OURS, 'webhooks'), 'user 7')],
    [
      'when a bit of it was changed',
      (sealed) => unseal(Buffer.from(sealed.with(20, (sealed[20] ?? 0) ^ 1)), KEY, 'user 7'),
    ],
  ])('does not open %s', (_how, open) => {
    expect(() => open(seal('secret', KEY, 'user 7'))).toThrow();
  });
});
