import JSZip from 'jszip';
import { smallArchive } from './small-archive';

const TEXTS = { 'data.json': `{"name":"Grüße"}${' '.repeat(10_000)}`, 'größe.txt': '', 'files/': '' };

it('an archive has its texts, its folders and its time', async () => {
  const zip = await JSZip.loadAsync(smallArchive(TEXTS, new Date('2026-11-23T18:30:42Z')), { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual(Object.keys(TEXTS));
  expect(await zip.file('data.json')?.async('string')).toBe(TEXTS['data.json']);
  expect(await zip.file('größe.txt')?.async('string')).toBe('');
  expect(zip.files['files/']).toMatchObject({ dir: true, date: new Date('2026-11-23T18:30:42Z') });
});
