import JSZip from 'jszip';
import { idOf } from '../../../testing/answers';
import { uploadArchive } from '../../../testing/archives';
import type { ContentApp } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';

type Kind = 'books' | 'chapters' | 'pages';

export async function exported({ api }: ContentApp, { token }: Person, kind: Kind, id: number): Promise<Buffer> {
  const headers = { authorization: `Token ${token}` };
  const answer = await fetch(new URL(`/api/${kind}/${id}/export/zip`, api.baseUrl), { headers });
  if (answer.status !== 200) throw new Error(`the export was answered with ${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** @returns the id of the new item */
export async function imported(app: ContentApp, person: Person, archive: Buffer, parent: object = {}): Promise<number> {
  const upload = await uploadArchive(app, person, archive);
  if (upload.status !== 200) throw new Error(`the upload was answered with ${upload.status}: ${upload.text}`);
  const run = await app.api.as(person).post(`/api/imports/${idOf(upload.body)}`, parent);
  if (run.status !== 200) throw new Error(`the run was answered with ${run.status}: ${run.text}`);
  return idOf(run.body);
}

export async function dataOf(archive: Buffer): Promise<unknown> {
  const zip = await JSZip.loadAsync(archive);
  return JSON.parse((await zip.file('data.json')?.async('string')) ?? '{}');
}

/** Members that tell when and where an archive was written. */
const TIMES = ['exported_at', 'instance'];
const KINDS = {
  book: 'book',
  chapters: 'chapter',
  chapter: 'chapter',
  pages: 'page',
  page: 'page',
  images: 'image',
  attachments: 'attachment',
};
const isKind = (key: string): key is keyof typeof KINDS => key in KINDS;

/**
 * The meaning of an archive, independent of ids and file names. Ids are numbered in order of appearance, file names are replaced by
 * content, and time and place are dropped.
 */
export async function meaningOf(archive: Buffer): Promise<unknown> {
  const zip = await JSZip.loadAsync(archive);
  const data = await dataOf(archive);
  const names = new Map<string, string>();
  const collect = (value: unknown, kind: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'id' in value) names.set(`${kind}:${String(value.id)}`, `${kind}:${names.size}`);
    for (const [key, part] of Object.entries(value)) collect(part, isKind(key) ? KINDS[key] : kind);
  };
  collect(data, '');
  const normalized = async (value: unknown, kind: string, key: string): Promise<unknown> => {
    if (typeof value === 'string') {
      if (key === 'file' || key === 'cover') return zip.file(`files/${value}`)?.async('base64');
      return value.replace(/\[\[bsexport:(\w+:\d+)\]\]/g, (whole, target: string) => names.get(target) ?? whole);
    }
    if (key === 'id') return names.get(`${kind}:${String(value)}`);
    if (Array.isArray(value))
      return Promise.all(value.map((item) => normalized(item, isKind(key) ? KINDS[key] : kind, '')));
    if (typeof value !== 'object' || value === null) return value;
    const members = await Promise.all(
      Object.entries(value)
        .filter(([name]) => !TIMES.includes(name))
        .map(
          async ([name, part]) =>
            [name, await normalized(part, name === 'id' ? kind : isKind(name) ? KINDS[name] : kind, name)] as const,
        ),
    );
    return Object.fromEntries(members);
  };
  return normalized(data, '', '');
}
