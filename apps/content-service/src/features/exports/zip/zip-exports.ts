import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { AnswerCache } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import JSZip from 'jszip';
import { SETTINGS, type Settings } from '../../../config';
import { FILE_STORE } from '../../../content/files/file-store.provider';
import { SystemService } from '../../system/system.service';
import { DATA_FILE, FILES_FOLDER } from './portable-format';
import { chaptersOf, type ExportedItem, type ExportedPage, type OpenSource, pagesOf } from '../formats/exported-item';
import { endOfZipData, gatherContents, pagesInArchive, zipData } from './zip-data';
import { portableFile, ZipFiles } from './zip-files';
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
    private readonly answers: AnswerCache,
    private readonly system: SystemService,
  ) {}

  write(item: ExportedItem, open: OpenSource, actor: Actor): AsyncGenerator<Uint8Array> {
    return item.type === 'page' ? this.page(item, open, actor) : this.whole(item, open, actor);
  }

  private async *whole(item: ExportedItem, open: OpenSource, actor: Actor): AsyncGenerator<Uint8Array> {
    const { data, files } = await this.contents(item, open, actor);
    yield* this.archive(withEnd(data), files);
  }

  /** The data of a page without files is cached until the next commit. */
  private async *page(page: ExportedPage, open: OpenSource, actor: Actor): AsyncGenerator<Uint8Array> {
    const built = await this.answers.file(`data of page ${page.id}`, actor, async () => {
      const { data, files } = await this.contents(page, open, actor);
      return { name: DATA_FILE, content: Buffer.from(await text(Readable.from(data))), files };
    });
    const files = 'files' in built ? built.files : new ZipFiles();
    yield* this.archive([`${built.content.toString()}${endOfZipData()}`], files);
  }

  /** `data.json` without its end, and the files that it names. */
  private async contents(item: ExportedItem, open: OpenSource, actor: Actor) {
    const { repository, store } = this;
    const pages = pagesInArchive(item);
    const contents = await gatherContents(item, pages, open(pages), {
      repository,
      store,
      actor,
      baseUrl: this.settings.baseUrl,
    });
    const { instance_id, version } = await this.system.read();
    const data = zipData(item, {
      contents,
      source: open(pages),
      tags: await this.tagsOf(item),
      instance: { id: instance_id, version },
    });
    return { data, files: contents.files };
  }

  private async *archive(data: AsyncIterable<string> | string[], files: ZipFiles): AsyncGenerator<Uint8Array> {
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

async function* withEnd(data: AsyncIterable<string>): AsyncGenerator<string> {
  yield* data;
  yield endOfZipData();
}

async function* inPieces(texts: AsyncIterable<string> | string[]): AsyncGenerator<Uint8Array> {
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
