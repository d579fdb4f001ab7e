import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type ContentApp, startContent } from '../../../apps/content-service/src/testing/content-app';
import { multipart } from '../../../apps/content-service/src/testing/uploads';
import { S3_PROGRAM, S3Server } from '../../faults/s3-server';
import { NEW, OLD, rotate, SMOOTH } from '../testing/rotation';

// The slow lane leaves this to tools/ci/s3.sh, also where that script has built the server before.
if (S3_PROGRAM === undefined || process.env['ALMANAC_TEST_S3_ENDPOINT'] === undefined)
  it.skip('a rotation of the keys of the bucket is tested by tools/ci/s3.sh', () => undefined);
else {
  const program = S3_PROGRAM;
  let content: ContentApp;
  beforeAll(async () => void (content = await startContent()));
  afterAll(() => content.close());

  it('a rotation of the keys of the bucket fails no upload and no download', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-keys-'));
    const s3 = await S3Server.start(program, path.join(folder, 'bucket'));
    await s3.addKey('old-key', OLD);
    const page = (await content.given.page()).id;
    const upload = () => multipart({ name: 'A file', uploaded_to: page }, { file: { content: 'text', name: 'a.txt' } });
    const keys = (id: string, secret: string) => ({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret });
    const rotation = await rotate(content, {
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
}
