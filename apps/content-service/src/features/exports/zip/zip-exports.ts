import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import JSZip from 'jszip';
import packageJson from '../../../../../../package.json';
import { SETTINGS, type Settings } from '../../../config';
import { FILE_STORE } from '../../../content/files/file-store.provider';
import { DATA_FILE, FILES_FOLDER } from './portable-format';
import type { ExportSource } from '../export-source';
import { chaptersOf, type ExportedItem, type ExportedPage, pagesOf } from '../exported-item';
import { gatherContents } from './zip-contents';
import { pagesInArchive, zipData } from './zip-data';
import type { ZipFiles } from './zip-files';
import { portableFile } from './portable-images';
import { ZipExportsRepository } from './zip-exports.repository';

/** Compressing a piece of this size takes a few milliseconds; then the event loop serves other requests. */
const PIECE_BYTES = 65_536;

/** Portable archives of pages, chapters and books (content-behaviour §16), written piece by piece. */
@Injectable()
export class ZipExports {
  constructor(
    private readonly repository: ZipExportsRepository,
    @Inject(FILE_STORE) private readonly store: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param open opens a new source of the texts of these pages, in their given order */
  async *write(
    item: ExportedItem,
    open: (pages: ExportedPage[]) => ExportSource,
    actor: Actor,
  ): AsyncGenerator<Uint8Array> {
    const { repository, store } = this;
    const pages = pagesInArchive(item);
    const contents = await gatherContents(item, pages, open(pages), {
      repository,
      store,
      actor,
      baseUrl: this.settings.baseUrl,
    });
    const data = zipData(item, {
      contents,
      source: open(pages),
      tags: await this.tagsOf(item),
      instance: { id: await repository.instanceId(), version: `v${packageJson.version}` },
    });
    yield* this.archive(data, contents.files);
  }

  private async *archive(data: AsyncIterable<string>, files: ZipFiles): AsyncGenerator<Uint8Array> {
    const zip = new JSZip();
    const sources: Readable[] = [];
    const add = (name: string, content: AsyncIterable<Uint8Array>, compression: 'DEFLATE' | 'STORE') => {
      const source = Readable.from(content, { objectMode: false });
      sources.push(source);
      zip.file(name, source, { compression });
    };
    add(DATA_FILE, inPieces(data), 'DEFLATE');
    zip.file(`${FILES_FOLDER}/`, null, { dir: true });
    // Images and most attachments are already compressed; deflating them only takes time.
    for (const [key, name] of files.entries()) add(`${FILES_FOLDER}/${name}`, this.read(key), 'STORE');
    // JSZip returns an old-style stream without async iteration.
    const output = new Readable().wrap(zip.generateNodeStream({ streamFiles: true }));
    try {
      for await (const piece of output) yield toBytes(piece);
    } finally {
      for (const source of sources) source.destroy();
    }
  }

  /** Opens the file only when JSZip starts to read it. */
  private async *read(key: string): AsyncGenerator<Uint8Array> {
    const file = await portableFile(this.store, key);
    if (!file) throw new Error(`the file ${key} has gone`);
    for await (const piece of file) yield toBytes(piece);
  }

  private async tagsOf(item: ExportedItem) {
    const { repository } = this;
    return {
      book: await repository.tags('book', item.type === 'book' ? [item.id] : []),
      chapter: await repository.tags(
        'chapter',
        chaptersOf(item).map(({ id }) => id),
      ),
      page: await repository.tags(
        'page',
        pagesOf(item).map(({ id }) => id),
      ),
    };
  }
}

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      yield bytes.subarray(start, start + PIECE_BYTES);
      await setImmediate();
    }
  }
}

/** Streams do not declare the type of their chunks. */
function toBytes(piece: unknown): Uint8Array {
  if (!(piece instanceof Uint8Array)) throw new TypeError('a stream of bytes has another piece');
  return piece;
}
