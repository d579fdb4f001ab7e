import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface TestStorage {
  /** STORAGE_URL of a program under test. */
  url: string;
  /** The folder where the stored files can be looked at. */
  folder: string;
  remove(): Promise<void>;
}

/**
 * An empty file store. `ALMANAC_TEST_S3_ENDPOINT` makes it a folder of a bucket. That S3 server keeps objects as files in
 * `ALMANAC_TEST_S3_FOLDER`, so that tests look at them in the same way (tools/ci/s3.sh).
 * @param options.busyFolder a folder whose files come and go at the same time
 */
export async function testStorage({ busyFolder }: { busyFolder?: string } = {}): Promise<TestStorage> {
  const { ALMANAC_TEST_S3_ENDPOINT: endpoint, ALMANAC_TEST_S3_FOLDER: bucketFolder } = process.env;
  const folder = await mkdtemp(path.join(bucketFolder ?? tmpdir(), 'almanac-files-'));
  if (bucketFolder !== undefined && busyFolder !== undefined) await keepFolder(path.join(folder, busyFolder));
  const url =
    endpoint === undefined || bucketFolder === undefined
      ? pathToFileURL(folder).href
      : `s3://${path.basename(bucketFolder)}/${path.basename(folder)}?endpoint=${endpoint}`;
  return { url, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** That server removes a folder with its last file, also while another request writes into it. Keys never begin with a dot. */
async function keepFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '.keep'), '');
}
