import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '@almanac/config';
import { Mailer, MailError, readMailSettings } from '@almanac/mail';
import { Mailbox, REDIS_SERVER, RedisServer, TestApi, until } from '@almanac/testing';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';
import { multipart } from '../../apps/content-service/src/testing/uploads';
import { S3_PROGRAM, S3Server } from '../faults/s3-server';
import { BusyCaller } from './testing/busy-caller';
import { Fleet } from './testing/fleet';

type Settings = Readonly<Record<string, string>>;

interface Rotation {
  before: Settings;
  after: Settings;
  addKey: () => Promise<unknown>;
  removeOldKey: () => Promise<unknown>;
  /** The requests that callers send all the time. */
  requests: ConstructorParameters<typeof BusyCaller>[2];
  /** Called before the first of them. */
  prepare?: (api: TestApi) => Promise<unknown>;
}

const OLD = 'the-old-password';
const NEW = 'the-new-password';

let content: ContentApp;
let token: string;
const fleets: Fleet[] = [];
beforeAll(async () => {
  content = await startContent();
  ({ token } = await content.given.admin());
});
afterEach(() => Promise.all(fleets.splice(0).map((fleet) => fleet.end())));
afterAll(() => content.close());

/** The steps of "Rotate keys of other servers" in docs/runbook.md. */
async function rotate({ before, after, addKey, removeOldKey, requests, prepare }: Rotation) {
  const environment = { ...content.environment, SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'error', ...before };
  const fleet = await Fleet.start('content-service', environment);
  fleets.push(fleet);
  await Promise.all([fleet.grow(), fleet.grow()]);
  await prepare?.(new TestApi(fleet.url).as({ token }));
  const callers = [1, 2].map(() => new BusyCaller(fleet.url, token, requests));
  const progress = async () => {
    const answered = callers.map((caller) => caller.answered);
    await until(() => callers.every((caller, at) => caller.answered > (answered[at] ?? 0) + requests.length));
  };
  await progress();
  await addKey();
  Object.assign(environment, after);
  const exitCodes = [await fleet.replaceOne(), await fleet.replaceOne()];
  await removeOldKey();
  await progress();
  await Promise.all(callers.map((caller) => caller.stop()));
  return { failures: callers.flatMap(({ failures }) => failures), exitCodes };
}
const SMOOTH = { failures: [], exitCodes: [0, 0] };

const inRedis = REDIS_SERVER === undefined ? it.skip : it;
inRedis('a rotation of the password of Redis fails no request, and limits count over all processes', async () => {
  const redis = await RedisServer.start(REDIS_SERVER ?? '', OLD);
  const rotation = await rotate({
    before: { REDIS_URL: redis.url },
    after: { REDIS_URL: redis.urlWith(NEW) },
    addKey: () => redis.command(OLD, 'ACL', 'SETUSER', 'default', `>${NEW}`),
    removeOldKey: async () => {
      await redis.command(NEW, 'ACL', 'SETUSER', 'default', `<${OLD}`);
      await redis.command(NEW, 'FLUSHALL');
    },
    requests: [
      ['GET', '/api/books'],
      ['POST', '/api/books', () => ({ name: 'Counted' })],
    ],
  });
  expect(rotation).toEqual(SMOOTH);
  // No connection used a password before or after its time.
  expect(await redis.command(NEW, 'ACL', 'LOG')).toEqual([]);
  // Counts of requests after the last step.
  expect(await redis.command(NEW, 'KEYS', '*')).not.toEqual([]);
  await expect(redis.command(OLD, 'PING')).rejects.toThrow();
  await redis.stop();
});

const inBucket = S3_PROGRAM === undefined ? it.skip : it;
inBucket('a rotation of the keys of the bucket fails no upload and no download', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-keys-'));
  const s3 = await S3Server.start(S3_PROGRAM ?? '', path.join(folder, 'bucket'));
  await s3.addKey('old-key', OLD);
  const page = (await content.given.page()).id;
  const upload = () => multipart({ name: 'A file', uploaded_to: page }, { file: { content: 'text', name: 'a.txt' } });
  const keys = (id: string, secret: string) => ({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret });
  const rotation = await rotate({
    before: { ...s3.settings, ...keys('old-key', OLD) },
    after: keys('new-key', NEW),
    addKey: () => s3.addKey('new-key', NEW),
    removeOldKey: () => s3.removeKey('old-key'),
    prepare: (api) => api.post('/api/attachments', upload()),
    requests: [
      ['POST', '/api/attachments', upload],
      ['GET', '/api/attachments/1'],
    ],
  });
  expect(rotation).toEqual(SMOOTH);
  const credentials = { accessKeyId: 'old-key', secretAccessKey: OLD };
  const outdated = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await expect(outdated.send(new HeadBucketCommand({ Bucket: 'almanac' }))).rejects.toThrow();
  outdated.destroy();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a rotation of the password of the mail server fails no invitation', async () => {
  const mailbox = await Mailbox.open();
  mailbox.passwords.clear();
  mailbox.passwords.add(OLD);
  const before = { ...mailbox.environment, MAIL_USERNAME: 'almanac', MAIL_PASSWORD: OLD };
  let invited = 0;
  const invitation = () => ({ name: 'Ann', email: `ann-${(invited += 1)}@example.com`, send_invite: true });
  const rotation = await rotate({
    before,
    after: { MAIL_PASSWORD: NEW },
    addKey: () => Promise.resolve(mailbox.passwords.add(NEW)),
    removeOldKey: () => Promise.resolve(mailbox.passwords.delete(OLD)),
    requests: [['POST', '/api/users', invitation]],
  });
  expect(rotation).toEqual(SMOOTH);
  expect(new Set(mailbox.letters.flatMap(({ to }) => to)).size).toBe(invited);
  const { mail } = readSettings(before, (s) => ({ mail: readMailSettings(s, { fromName: 'Almanac' }) }));
  const letter = { to: { name: 'Ann', address: 'ann@example.com' }, subject: 'Hello', body: ['Hello'] };
  await expect(new Mailer(mail).send(letter)).rejects.toThrow(MailError);
  await mailbox.close();
});
