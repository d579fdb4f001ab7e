import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { KeptCredentials } from './credentials';
import { readLauncherSettings } from './settings';

describe('stored credentials', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-credentials-'));
  const file = path.join(folder, 'credentials.json');

  afterEach(() => rmSync(file, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are random, and valid as settings', () => {
    const { credentials } = KeptCredentials.open(file, {});
    rmSync(file);
    const others = KeptCredentials.open(file, {}).credentials;
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
    const { credentials } = KeptCredentials.open(file, { adminPassword: 'correct horse' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(credentials.adminPassword).toBe('correct horse');
    expect(KeptCredentials.open(file, {}).credentials).toMatchObject(credentials);
  });

  it('are new until they are announced', () => {
    const kept = KeptCredentials.open(file, {});
    expect(kept.areNews).toBe(true);
    expect(KeptCredentials.open(file, {}).areNews).toBe(true);
    kept.markAnnounced();
    expect(KeptCredentials.open(file, {}).areNews).toBe(false);
  });

  it('override later settings, and name these settings', () => {
    KeptCredentials.open(file, { adminEmail: 'ada@example.org', adminPassword: 'correct horse' });
    const later = KeptCredentials.open(file, { adminEmail: 'eve@example.org', adminPassword: 'correct horse' });
    expect(later.credentials.adminEmail).toBe('ada@example.org');
    expect(later.overruled).toEqual(['ADMIN_EMAIL']);
  });

  it('are refused with a secret that the programs refuse, and name their file', () => {
    KeptCredentials.open(file, { serviceSecret: 'short' });
    expect(() => KeptCredentials.open(file, {})).toThrow(`serviceSecret in ${file} must have at least 32 characters`);
  });

  it.each(['', '{}', '{"adminEmail":1}', '[]'])('are not replaced when their file contains %j', (content) => {
    writeFileSync(file, content);
    expect(() => KeptCredentials.open(file, {})).toThrow(/cannot be read|is damaged/);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});
