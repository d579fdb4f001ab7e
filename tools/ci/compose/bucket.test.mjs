// docker/create-bucket.sh with the S3 server of docker/compose.yaml, which tools/ci/s3.sh builds.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { parse } from 'yaml';

const docker = path.resolve(import.meta.dirname, '../../../docker');
const { services } = parse(await readFile(path.join(docker, 'compose.yaml'), 'utf8'), { merge: true });
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'almanac-ci/versitygw-v1.8.0');
const isBuilt = await access(path.join(cache, 'versitygw')).then(
  () => true,
  () => false,
);
const ROOT = { ROOT_ACCESS_KEY: 'root', ROOT_SECRET_KEY: 'secret-of-the-server' };
const BUCKET = services['create-bucket'].environment.S3_BUCKET;
const PATH = `${cache}:${process.env.PATH}`;

describe('the bucket of Compose', { skip: isBuilt ? false : 'tools/ci/s3.sh builds the S3 server' }, () => {
  let work;
  let endpoint;
  let server;

  before(async () => {
    work = await mkdtemp(path.join(tmpdir(), 'almanac-bucket-'));
    for (const folder of ['objects', 'accounts']) await mkdir(path.join(work, folder));
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    const [program, ...args] = services.s3.entrypoint.map((word) => {
      if (word === ':7070') return `127.0.0.1:${port}`;
      return ['/objects', '/accounts'].includes(word) ? path.join(work, word) : word;
    });
    server = spawn(program, args, { env: { ...process.env, PATH, ...ROOT }, stdio: 'ignore' });
    while (
      !(await fetch(`${endpoint}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(50);
    // An installation before this script: the bucket is a folder, and a file is in it.
    await mkdir(path.join(work, 'objects', BUCKET), { recursive: true });
    await writeFile(path.join(work, 'objects', BUCKET, 'old.txt'), 'old');
    await mkdir(path.join(work, 'objects/backups'));
  });

  after(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
    await rm(work, { recursive: true });
  });

  it('belongs to the programs with all that it holds, and no other does', async () => {
    await createBucket('first-secret');
    const own = client('first-secret');
    const object = { Bucket: BUCKET, Key: 'content/a.txt' };
    await own.send(new PutObjectCommand({ ...object, Body: 'new' }));
    assert.equal(await textOf(own, object.Key), 'new');
    assert.equal(await textOf(own, 'old.txt'), 'old');
    const { Contents } = await own.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    assert.deepEqual(Contents.map(({ Key }) => Key).sort(), ['content/a.txt', 'old.txt']);
    await own.send(new DeleteObjectCommand(object));
    for (const command of [
      new ListObjectsV2Command({ Bucket: 'backups' }),
      new PutObjectCommand({ Bucket: 'backups', Key: 'a', Body: 'a' }),
      new CreateBucketCommand({ Bucket: 'another' }),
    ])
      await assert.rejects(own.send(command), ({ $metadata }) => $metadata.httpStatusCode === 403);
    await assert.rejects(administer('first-secret', 'list-users'), /AccessDenied|not authorized|Forbidden/i);
  });

  it('gets a changed key at the next start', async () => {
    await createBucket('first-secret');
    await createBucket('second-secret');
    await client('second-secret').send(new HeadBucketCommand({ Bucket: BUCKET }));
    await assert.rejects(client('first-secret').send(new HeadBucketCommand({ Bucket: BUCKET })));
  });

  it('is created in an empty server', async () => {
    await createBucket('a-secret', 'fresh');
    await client('a-secret').send(new PutObjectCommand({ Bucket: 'fresh', Key: 'a', Body: 'a' }));
  });

  it('is an error when the key of the server is wrong', async () => {
    await assert.rejects(createBucket('a-secret', BUCKET, 'wrong'), { code: 1 });
  });

  const createBucket = (secret, bucket = BUCKET, rootSecret = ROOT.ROOT_SECRET_KEY) =>
    promisify(execFile)('sh', [path.join(docker, 'create-bucket.sh')], {
      env: {
        PATH,
        ADMIN_ACCESS_KEY_ID: ROOT.ROOT_ACCESS_KEY,
        ADMIN_SECRET_ACCESS_KEY: rootSecret,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: 'almanac',
        S3_SECRET_KEY: secret,
      },
    });

  const administer = (secret, command) =>
    promisify(execFile)(
      'versitygw',
      ['admin', '--access', 'almanac', '--secret', secret, '--endpoint-url', endpoint, command],
      {
        env: { PATH },
      },
    );

  const client = (secretAccessKey) =>
    new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId: 'almanac', secretAccessKey },
    });

  const textOf = async (own, Key) =>
    (await own.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).Body.transformToString();
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
