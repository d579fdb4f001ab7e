import { nonEmpty, until } from '@almanac/testing';
import { newKeys } from './archive/encryption';
import { restoreBackup } from './restore-backup';
import { type Acknowledged, BusyWriters } from './testing/busy-writers';
import { backedUp, backupStore, emptyData, removeAll, RunningServices } from './testing/system';
import { verifyBackup } from './verify-backup';

let original: RunningServices;
let copy: RunningServices | undefined;
beforeAll(async () => {
  original = await RunningServices.start();
});
afterAll(async () => {
  await copy?.close();
  await original.close();
  await removeAll();
});

it('a backup under write load restores every record that was acknowledged before it began, with its files', async () => {
  const keys = await newKeys();
  const admin = await original.content.given.admin();
  const writers = await BusyWriters.start(original);
  const wroteMore = (count: number) => until(() => writers.ledger.length > count && writers.removed > 2);
  await wroteMore(12);

  const acknowledged = [...writers.ledger];
  const archive = await backedUp(original.data, await backupStore(), keys);
  await wroteMore(writers.ledger.length + 6);
  await writers.stop();

  const { content = { files: undefined }, calendar = { files: undefined } } = archive.manifest.databases;
  expect(content.files).toMatchObject({ missing: 0, count: expect.any(Number) });
  expect(calendar.files).toMatchObject({ missing: 0 });
  expect(await verifyBackup(archive, true)).toMatchObject({ isRead: true });

  const data = await emptyData();
  await restoreBackup({ archive, services: data.services, overwrites: false });
  copy = await RunningServices.start(data);
  const read = async (services: RunningServices, { service, path }: Acknowledged) => {
    const { status, body } = await services[service].api.as(admin).get(path);
    return { path, status, body };
  };
  for (const record of nonEmpty(acknowledged)) expect(await read(copy, record)).toEqual(await read(original, record));

  // Attachments that were removed during the backup may be in it, but only with their files.
  const { body } = await copy.content.api.as(admin).get('/api/attachments?count=500');
  const list: { data: { id: number }[] } = JSON.parse(JSON.stringify(body));
  for (const { id } of nonEmpty(list.data))
    expect(await read(copy, { service: 'content', path: `/api/attachments/${id}` })).toMatchObject({ status: 200 });

  const after = { book_id: (await copy.content.given.book()).id, name: 'After the restore', html: '<p>x</p>' };
  expect(await copy.content.api.as(admin).post('/api/pages', after)).toMatchObject({ status: 200 });
});
