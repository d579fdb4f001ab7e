import type { Actor } from '@almanac/auth';
import { invalid, Problem } from '@almanac/errors';
import { type RawInput, Unchecked } from '@almanac/http';
import { type Next, notify } from '@almanac/web';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import type { Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../../config';
import { Book } from '../../../content/items/book.entity';
import { ListView } from '../../../web/settings-area/list-view';
import { ParentSearch, searchWords } from '../../search/parent-search';
import { ImportJobs } from '../import-jobs';
import { presentImportRun } from '../import.presenter';
import { CreateImportDto, RunImportDto } from '../imports.dto';
import { ImportsService } from '../imports.service';

const IMPORTS = '/settings/imports';
const MAX_FAULTS = 20;

const pathOf = (id: number): string => `${IMPORTS}/${id}`;

/** Imports of ZIP files in forms, over the services of the API. */
@Injectable()
export class ImportForms {
  constructor(
    private readonly imports: ImportsService,
    private readonly jobs: ImportJobs,
    private readonly parents: ParentSearch,
    @InjectRepository(Book) private readonly books: Repository<Book>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(parameters: Record<string, unknown>, actor: Actor) {
    const list = new ListView(IMPORTS, parameters, { sorts: ['-created_at', 'name', 'type', 'size'] });
    const { rows, total } = await this.imports.list(list.query(), actor);
    const limit = this.settings.uploadLimitMegabytes;
    return { title: 'Imports', list, rows, total, pager: list.pager(total), limit };
  }

  async upload(input: Unchecked<CreateImportDto>, actor: Actor): Promise<Next> {
    const { id } = await this.imports.create(input.validate(), actor).catch(asFaultsOfFile);
    return { url: pathOf(id) };
  }

  async show(id: number, parameters: Record<string, unknown>, actor: Actor) {
    const stored = await this.imports.read(id, actor);
    const words = searchWords(parameters['search']);
    const parents = stored.type === 'book' ? [] : await this.parents.find(stored.type, words, actor);
    const { total, rows } = contentsOf(stored.type, stored.details);
    return { title: 'Run an import', stored, words, parents, rows, rest: total - rows.length, path: pathOf(id) };
  }

  async run(id: number, form: RawInput, actor: Actor): Promise<Next> {
    const { type } = await this.imports.read(id, actor);
    const place = form['parent'];
    const [parent_type, parent_id] = typeof place === 'string' ? place.split(':') : [];
    if (type !== 'book' && !parent_id) invalid({ parent: ['Choose a place for the import.'] });
    await this.jobs.start(id, new Unchecked(RunImportDto, { parent_type, parent_id }), actor);
    return { url: `${pathOf(id)}/run` };
  }

  async progress(id: number, actor: Actor) {
    const run = presentImportRun(await this.jobs.read(id, actor));
    return { title: 'Progress of the import', run, path: pathOf(id), item: await this.pathOfItem(run.item) };
  }

  async askToCancel(id: number, actor: Actor) {
    await this.jobs.read(id, actor);
    const says =
      'The import stops, and nothing of it remains in the library. Its ZIP file stays, and can be run again.';
    return { title: 'Cancel the import', says, button: 'Cancel the import', back: `${pathOf(id)}/run`, stored: null };
  }

  async askToDelete(id: number, actor: Actor) {
    const stored = await this.imports.read(id, actor);
    const says = 'The uploaded ZIP file will be deleted. Items that were imported from it stay.';
    return { title: 'Delete the import', says, button: 'Delete the import', back: pathOf(id), stored };
  }

  async cancel(id: number, actor: Actor, request: Request): Promise<Next> {
    await this.jobs.cancel(id, actor);
    notify(request, 'The import is canceled. Nothing of it remains, and it can be run again.');
    return { url: `${pathOf(id)}/run` };
  }

  async remove(id: number, actor: Actor, request: Request): Promise<Next> {
    await this.imports.remove(id, actor);
    notify(request, 'The import is deleted.');
    return { url: IMPORTS };
  }

  /** The address of the imported item. A chapter has its book's slug in it. */
  private async pathOfItem(item: object | null): Promise<string | null> {
    if (item === null) return null;
    const { type, id, slug, book_id }: Record<string, unknown> = { ...item };
    if (type === 'page') return `/link/${String(id)}`;
    if (type === 'book') return `/books/${String(slug)}`;
    const book = await this.books.findOneBy({ id: Number(book_id) });
    return book ? `/books/${book.slug}/chapter/${String(slug)}` : null;
  }
}

/** The form shows faults of an archive at its field. */
function asFaultsOfFile(failure: unknown): never {
  if (failure instanceof Problem && failure.status === 422 && !failure.details.fields)
    invalid({ file: faultsInWords(failure.message).slice(0, MAX_FAULTS) });
  throw failure;
}

const MAX_ROWS = 200;

interface ContentRow {
  depth: number;
  kind: string;
  name: string;
  /** Counts of files and tags. */
  notes: string[];
}

/** The summary of an archive as a list: the item, its chapters and its pages. @returns the first rows, and the number of all */
function contentsOf(type: string, details: object): { total: number; rows: ContentRow[] } {
  const rows: ContentRow[] = [];
  let total = 0;
  const add = (kind: string, item: object, depth: number) => {
    total += 1;
    if (rows.length < MAX_ROWS) rows.push({ depth, kind, name: nameOf(item), notes: notesOf(item) });
    for (const chapter of listIn(item, 'chapters')) add('chapter', chapter, depth + 1);
    for (const page of listIn(item, 'pages')) add('page', page, depth + 1);
  };
  add(type, details, 0);
  return { total, rows };
}

const listIn = (item: object, member: string): object[] => {
  const list: unknown = Reflect.get(item, member);
  return Array.isArray(list) ? list.filter((one): one is object => typeof one === 'object' && one !== null) : [];
};

const nameOf = (item: object): string => String(Reflect.get(item, 'name'));

const notesOf = (item: object): string[] =>
  (['image', 'attachment', 'tag'] as const).flatMap((noun) => {
    const { length } = listIn(item, `${noun}s`);
    return length === 0 ? [] : [length === 1 ? `1 ${noun}` : `${length} ${noun}s`];
  });

/** The messages of the contract about an archive as a whole, in words for people. */
const WORDS = new Map([
  [
    'Could not read ZIP file.',
    'This file cannot be read as a ZIP file. Choose one that was exported here or from another installation.',
  ],
  [
    'Could not find and decode ZIP data.json content.',
    'This ZIP file was not exported for an import: its data.json is missing or cannot be read.',
  ],
  [
    'ZIP data.json content exceeds the configured application maximum upload size.',
    'The texts in this ZIP file are too large.',
  ],
  ['ZIP file data has no expected book, chapter or page content.', 'This ZIP file has no book, chapter or page.'],
]);

/** The first line of several, which says nothing more than the form itself. */
const INTRODUCTION = 'ZIP upload failed with the following validation errors:';

/** The faults in the message of a refusal, as the form shows them. */
export const faultsInWords = (message: string): string[] =>
  message
    .split('\n')
    .filter((line) => line.trim() !== INTRODUCTION)
    .map(faultInWords);

/** A line of a refusal, such as `[book.pages.0.name] The name field is required.`, in words. */
function faultInWords(line: string): string {
  const [, place, message = line] = /^\[([^\]]*)\] (.*)$/.exec(line) ?? [];
  if (place === 'format')
    return WORDS.get(message) ?? message.replace('Could not read ZIP file:', 'This ZIP file cannot be read:');
  return place === undefined ? line : `In data.json, at ${place}: ${message}`;
}
