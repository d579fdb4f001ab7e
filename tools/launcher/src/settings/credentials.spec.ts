import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StoredCredentials } from './credentials';
import { readLauncherSettings } from './settings';

describe('stored credentials', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-credentials-'));
  const file = path.join(folder, 'credentials.json');

  afterEach(() => rmSync(file, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are random, and valid as settings', () => {
    const { credentials } = StoredCredentials.open(file, {});
    rmSync(file);
    const others = StoredCredentials.open(file, {}).credentials;
    const given = {
      ADMIN_EMAIL: credentials.adminEmail,
      ADMIN_PASSWORD: credentials.adminPassword,
      ADMIN_API_TOKEN: credentials.adminApiToken,
    };
    expect(readLauncherSettings(given).chosen).toMatchObject({ adminApiToken: credentials.adminApiToken });
    for (const name of ['adminPassword', 'adminApiToken', 'serviceSecret'] as const)
      expect(credentials[name]).not.toBe(others[name]);
  });

  it('stay unchanged, and only their owner can read the file', () => {
    const { credentials } = StoredCredentials.open(file, { adminPassword: 'correct horse' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(credentials.adminPassword).toBe('correct horse');
    expect(StoredCredentials.open(file, {}).credentials).toMatchObject(credentials);
  });

  it('are new until they are announced', () => {
    const kept = StoredCredentials.open(file, {});
    expect(kept.areNew).toBe(true);
    expect(StoredCredentials.open(file, {}).areNew).toBe(true);
    kept.markAnnounced();
    expect(StoredCredentials.open(file, {}).areNew).toBe(false);
  });

  it('override later settings, and name these settings', () => {
    StoredCredentials.open(file, { adminEmail: 'ada@example.org', adminPassword: 'correct horse' });
    const later = StoredCredentials.open(file, { adminEmail: 'eve@example.org', adminPassword: 'correct horse' });
    expect(later.credentials.adminEmail).toBe('ada@example.org');
    expect(later.overruled).toEqual(['ADMIN_EMAIL']);
  });

  it('are refused with a secret that the programs refuse, and name their file', () => {
    StoredCredentials.open(file, { serviceSecret: 'short' });
    expect(() => StoredCredentials.open(file, {})).toThrow(`serviceSecret in ${file} must have at least 32 characters`);
  });

  it.each(['', '{}', '{"adminEmail":1}', '[]'])('are not replaced when their file contains %j', (content) => {
    writeFileSync(file, content);
    expect(() => StoredCredentials.open(file, {})).toThrow(/cannot be read|is damaged/);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});
