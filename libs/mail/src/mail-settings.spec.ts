import { readSettings, type SettingsError } from '@almanac/runtime';
import { readMailSettings } from './mail-settings';

const read = (env: Record<string, string>) =>
  readSettings(env, (s) => ({ mail: readMailSettings(s, { fromName: 'Almanac' }) })).mail;
const FEWEST = { MAIL_HOST: 'smtp.example', MAIL_FROM: 'docs@example.com' };

describe('the mail settings', () => {
  it('are undefined without a host', () => {
    expect(read({ MAIL_FROM: 'docs@example.com' })).toBeUndefined();
    expect(read({ MAIL_HOST: 'null', MAIL_FROM: 'null', MAIL_USERNAME: 'u' })).toBeUndefined();
  });

  it('have defaults except for host and sender', () => {
    expect(read(FEWEST)).toEqual({
      ...{ host: 'smtp.example', port: 587, login: undefined, encryption: 'auto', verifyCertificate: true },
      from: { name: 'Almanac', address: 'docs@example.com' },
    });
  });

  it('contain the given values', () => {
    const env = {
      MAIL_PORT: '2525',
      MAIL_USERNAME: 'u',
      MAIL_PASSWORD: 'p',
      MAIL_FROM_NAME: 'Docs',
      MAIL_ENCRYPTION: 'SSL',
      MAIL_VERIFY_SSL: 'no',
    };
    expect(read({ ...FEWEST, ...env })).toMatchObject({
      ...{
        port: 2525,
        login: { user: 'u', pass: 'p' },
        from: { name: 'Docs' },
        encryption: 'ssl',
        verifyCertificate: false,
      },
    });
  });

  it('treat the text null as a missing value', () => {
    const env = { MAIL_USERNAME: 'null', MAIL_PASSWORD: 'null', MAIL_ENCRYPTION: 'null' };
    expect(read({ ...FEWEST, ...env })).toMatchObject({ login: undefined, encryption: 'auto' });
  });

  it.each([
    [{ MAIL_HOST: 'smtp.example' }, 'MAIL_FROM is required with MAIL_HOST'],
    [{ MAIL_HOST: 'smtp.example', MAIL_FROM: 'null' }, 'MAIL_FROM is required with MAIL_HOST'],
    [{ ...FEWEST, MAIL_FROM: 'Docs <docs@example.com>' }, 'MAIL_FROM must be an e-mail address'],
    [{ MAIL_FROM: 'docs' }, 'MAIL_FROM must be an e-mail address'],
    [{ ...FEWEST, MAIL_HOST: 'smtp://smtp.example' }, 'MAIL_HOST must be the name or the address of a server'],
    [{ ...FEWEST, MAIL_USERNAME: 'u' }, 'MAIL_PASSWORD is required with MAIL_USERNAME'],
    [{ ...FEWEST, MAIL_USERNAME: 'u', MAIL_PASSWORD: 'null' }, 'MAIL_PASSWORD is required with MAIL_USERNAME'],
    [{ ...FEWEST, MAIL_PASSWORD: 'p' }, 'MAIL_USERNAME is required with MAIL_PASSWORD'],
    [{ ...FEWEST, MAIL_PORT: '0' }, 'MAIL_PORT must be a whole number from 1 to 65535'],
    [{ ...FEWEST, MAIL_ENCRYPTION: 'rot13' }, 'MAIL_ENCRYPTION must be one of auto, tls, ssl, null'],
  ])('refuse %j', (env, fault) => {
    let faults: readonly string[] = [];
    try {
      read(env);
    } catch (error) {
      faults = (error as SettingsError).faults;
    }
    expect(faults).toEqual([fault]);
  });
});
