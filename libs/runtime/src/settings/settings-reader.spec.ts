import { WEB_ADDRESS } from './forms';
import { readSettings, rulesOf, SettingsError } from './settings';

describe('readSettings', () => {
  it('converts and trims values, and uses defaults', () => {
    const settings = readSettings({ PORT: ' 9000 ', DEBUG: 'Yes', EMPTY: '  ' }, (s) => ({
      port: s.integer('PORT', 8080, { max: 65_535 }),
      debug: s.flag('DEBUG', false),
      empty: s.text('EMPTY', 'fallback'),
      zone: s.timezone('TZ_SITE', 'UTC'),
      base: s.address('BASE_URL', 'http://localhost:8080', WEB_ADDRESS),
    }));
    expect(settings).toEqual({
      port: 9000,
      debug: true,
      empty: 'fallback',
      zone: 'UTC',
      base: 'http://localhost:8080',
    });
  });

  it('reports all faults together', () => {
    const read = () =>
      readSettings({ PORT: 'many', BASE_URL: 'ftp://x', TZ_SITE: 'Mars/Base', MODE: 'odd', TOKEN: 'short' }, (s) => ({
        port: s.integer('PORT', 8080, { min: 1, max: 65_535 }),
        base: s.url('BASE_URL', undefined, ['http', 'https']),
        zone: s.timezone('TZ_SITE', 'UTC'),
        mode: s.oneOf('MODE', ['json', 'pretty'], 'json'),
        token: s.matching('TOKEN', /^\w{32}$/, 'must be 32 characters'),
        secret: s.text('SECRET'),
      }));
    expect(read).toThrow(SettingsError);
    try {
      read();
    } catch (error) {
      expect(error).toMatchObject({
        faults: [
          'PORT must be a whole number from 1 to 65535',
          'BASE_URL must be a URL that starts with http: or https:',
          'TZ_SITE must be a time zone name such as Europe/Rome',
          'MODE must be one of json, pretty',
          'TOKEN must be 32 characters',
          'SECRET is required',
        ],
      });
    }
  });

  it('removes the trailing slash of a URL', () => {
    expect(
      readSettings({ BASE_URL: 'https://docs.example/x/' }, (s) => ({ base: s.url('BASE_URL', undefined, ['https']) }))
        .base,
    ).toBe('https://docs.example/x');
  });
});

describe('rulesOf', () => {
  it('gives the rule of each variable once, without an environment', () => {
    expect(
      rulesOf((s) => ({
        port: s.integer('PORT', 8080, { min: 1, max: 65_535 }),
        name: s.text('NAME'),
        again: s.optional('NAME'),
        mode: s.oneOf('MODE', ['json', 'pretty'], 'json'),
        limit: s.limit('LIMIT', 100, { max: 1000 }),
        base: s.address('BASE_URL', undefined, WEB_ADDRESS),
      })),
    ).toEqual([
      { name: 'PORT', type: 'integer', fallback: 8080, min: 1, max: 65_535 },
      { name: 'NAME', type: 'text', isRequired: true },
      { name: 'MODE', type: 'text', fallback: 'json', values: ['json', 'pretty'] },
      { name: 'LIMIT', type: 'limit', fallback: 100, min: 0, max: 1000 },
      { name: 'BASE_URL', type: 'text', isRequired: true, form: WEB_ADDRESS },
    ]);
  });
});
