import { readContentSettings } from '../config';
import { BackupCode, TotpSecret } from '../features/mfa/second-factor.entity';
import { SecondFactors } from '../features/mfa/second-factors';
import { WebhookSecrets } from '../features/webhooks/delivery/webhook-secrets';
import { idOf, textAt } from '../testing/answers';
import { type ContentApp, startContent } from '../testing/content-app';
import { resealSecrets } from './reseal-secrets';

const OLD = 'the old secret of all the services';
const NEW = 'the new secret of all the services';
const KEY = 'JBSWY3DPEHPK3PXP';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ SERVICE_SECRET: OLD, OUTGOING_ALLOWED_HOSTS: '127.0.0.1' });
});
afterAll(() => app.close());

const settingsWith = (SERVICE_SECRET: string) => readContentSettings({ ...app.environment, SERVICE_SECRET });
const factorsWith = (secrets: string) => {
  const { database } = app;
  const [keys, codes] = [database.source.getRepository(TotpSecret), database.source.getRepository(BackupCode)];
  return new SecondFactors(database, settingsWith(secrets), keys, codes);
};
const sealedIn = async (sql: string): Promise<Buffer[]> =>
  (await app.database.query<{ sealed: Buffer }>(sql)).map(({ sealed }) => sealed);

/** A key of a user, and a webhook with a current and a former secret. */
async function storedSecrets() {
  const { id: userId } = await app.given.editor();
  await factorsWith(OLD).setUp(userId, KEY, 0);
  const api = app.api.as(await app.given.admin());
  const input = { name: 'Hook', endpoint: 'http://127.0.0.1:1/', events: ['book_create'], timeout: 60 };
  const { body } = await api.post('/api/webhooks', input);
  const hook = idOf(body);
  const later = await api.post(`/api/webhooks/${hook}/secret`);
  return { userId, hook, former: textAt(body, 'secret'), current: textAt(later.body, 'secret') };
}

/** The stored secrets as a process with this setting reads them; undefined for those that it cannot read. */
async function readWith(secrets: string, { userId, hook }: { userId: number; hook: number }) {
  const webhooks = new WebhookSecrets(settingsWith(secrets));
  const [totp] = await sealedIn(`SELECT sealed_secret AS sealed FROM totp_secrets WHERE user_id = ${userId}`);
  const [current] = await sealedIn(`SELECT sealed_secret AS sealed FROM webhooks WHERE id = ${hook}`);
  const [former] = await sealedIn(`SELECT former_sealed_secret AS sealed FROM webhooks WHERE id = ${hook}`);
  if (!totp || !current || !former) throw new Error('the secrets are not stored');
  const key = () => factorsWith(secrets).unsealed(totp.toString('base64'), userId);
  return { key, current: webhooks.unseal(current, hook), former: webhooks.unseal(former, hook) };
}

it('resealSecrets encrypts stored secrets with the current SERVICE_SECRET, so that the former one can be removed', async () => {
  const { userId, hook, current, former } = await storedSecrets();
  const during = await readWith(`${NEW},${OLD}`, { userId, hook });
  expect({ ...during, key: during.key() }).toEqual({ key: KEY, current, former });
  const early = await readWith(NEW, { userId, hook });
  expect([early.current, early.former]).toEqual([undefined, undefined]);
  expect(early.key).toThrow();

  expect(await resealSecrets(app.database, settingsWith(NEW))).toEqual({ resealed: 0, unreadable: 3 });
  const settings = settingsWith(`${NEW},${OLD}`);
  expect(await resealSecrets(app.database, settings)).toEqual({ resealed: 3, unreadable: 0 });
  const after = await readWith(NEW, { userId, hook });
  expect({ ...after, key: after.key() }).toEqual({ key: KEY, current, former });
  expect((await readWith(OLD, { userId, hook })).key).toThrow();
});

it('accepts backup codes of both secrets until the former one is removed', async () => {
  const { id } = await app.given.editor();
  await factorsWith(OLD).setUp(id, KEY, 0);
  const [one = '', two = ''] = await factorsWith(OLD).renewBackupCodes(id);
  const redeemed = (secrets: string, code: string) => factorsWith(secrets).redeem(id, code);
  expect(await redeemed(`${NEW},${OLD}`, one)).toBe('backup-codes');
  await resealSecrets(app.database, settingsWith(`${NEW},${OLD}`));
  expect(await redeemed(NEW, two)).toBeUndefined();
  const [fresh = ''] = await factorsWith(`${NEW},${OLD}`).renewBackupCodes(id);
  expect(await redeemed(NEW, fresh)).toBe('backup-codes');
});
