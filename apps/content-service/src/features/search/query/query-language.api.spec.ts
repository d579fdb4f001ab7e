import type { TestApi } from '@almanac/testing';
import { each } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
  api = app.api.as(editor);
});
afterAll(() => app.close());

const names = async (query: string, caller = api) =>
  each((await caller.get(`/api/search?query=${encodeURIComponent(query)}`)).body, 'name');
const sortedNames = async (query: string) => (await names(query)).sort();

describe('the query language', () => {
  it('finds exact texts and excludes negated ones', async () => {
    await app.given.page({ name: 'Otter one', text: 'The river otter swims.' });
    await app.given.page({ name: 'Otter two', text: 'The otter of the sea' });
    expect(await names('"river OTTER"')).toEqual(['Otter one']);
    expect(await names('"iver ott"')).toEqual(['Otter one']);
    expect(await names('"otter river"')).toEqual([]);
    expect(await names('otter -"river otter"')).toEqual(['Otter two']);
    expect(await names('otter "of the" {type:page}')).toEqual(['Otter two']);
    expect(await names('"." "river"')).toEqual(['Otter one']);
  });

  it('finds exact texts with the wildcards of patterns in them', async () => {
    await app.given.page({ name: 'Wildcards', text: String.raw`A sale of 100%_off in C:\dir\sub` });
    for (const query of ['"100%_off"', '"0%_o"', String.raw`"dir\\sub"`])
      expect(await names(query)).toEqual(['Wildcards']);
    expect(await names('"100xyoff"')).toEqual([]);
  });

  it('finds any part of a text in a language without spaces', async () => {
    await app.given.page({ name: '手引き', text: '日本語の文書を検索する方法' });
    for (const query of ['検索', '文書を', '"語の文"', '法']) expect(await names(query)).toEqual(['手引き']);
    expect(await names('文書検索')).toEqual([]);
  });

  it('compares tags', async () => {
    for (const [name, value] of [
      ['Yak five', '5'],
      ['Yak ten', '10'],
      ['Yak odd', 'many'],
      ['Yak none', ''],
    ])
      await api.post('/api/books', { name, tags: name === 'Yak none' ? [] : [{ name: 'Head Count', value }] });
    const all = ['Yak five', 'Yak odd', 'Yak ten'];
    expect(await sortedNames('[head count]')).toEqual(all);
    expect(await sortedNames('yak -[Head Count]')).toEqual(['Yak none']);
    expect(await names('[Head Count = 10.0]')).toEqual(['Yak ten']);
    expect(await names('[Head Count>5]')).toEqual(['Yak ten']);
    expect(await sortedNames('[Head Count>=5]')).toEqual(['Yak five', 'Yak ten']);
    expect(await sortedNames('[Head Count<=10]')).toEqual(['Yak five', 'Yak ten']);
    expect(await sortedNames('[Head Count!=5]')).toEqual(['Yak odd', 'Yak ten']);
    expect(await names('[Head Count=MANY]')).toEqual(['Yak odd']);
    expect(await names('[=many]')).toEqual(['Yak odd']);
    expect(await names('[Head Count like m%y]')).toEqual(['Yak odd']);
    expect(await names('[Head Countlikem%y]')).toEqual(['Yak odd']);
    expect(await sortedNames('yak -[Head Count>5]')).toEqual(['Yak five', 'Yak none', 'Yak odd']);
  });

  describe('filters', () => {
    let bookId: number;
    let chapterId: number;
    beforeAll(async () => {
      bookId = (
        await app.given.book({
          name: 'Ibis book',
          description: 'wading',
          createdAt: new Date('2020-03-01'),
          updatedAt: new Date('2020-03-02T12:00:00Z'),
          createdBy: editor.id,
        })
      ).id;
      chapterId = (
        await app.given.chapter({
          name: 'Ibis chapter',
          description: 'wading',
          bookId,
          ownedBy: editor.id,
          updatedBy: editor.id,
        })
      ).id;
      await app.given.page({ name: 'Ibis template', text: 'long legs', bookId, template: true });
      const page = await app.given.page({ name: 'Legs', text: 'of an ibis', bookId, chapterId });
      await app.database.query(`INSERT INTO comments (page_id, local_id, html) VALUES ($1, 1, 'x')`, [page.id]);
      const secret = await app.given.page({ name: 'Ibis secret', text: 'hidden', bookId });
      const fallback_permissions = { inheriting: false, view: false, create: false, update: false, delete: false };
      await app.api
        .as(await app.given.admin())
        .put(`/api/content-permissions/page/${secret.id}`, { fallback_permissions });
      await app.given.page({ name: 'Ibis draft', text: 'ibis', bookId, draft: true, ownedBy: editor.id });
      await app.given.shelf({ name: 'Ibis shelf' });
    });

    const ALL = ['Ibis book', 'Ibis chapter', 'Ibis shelf', 'Ibis template', 'Legs'];
    it.each([
      ['ibis', ALL],
      ['ibis {nothing:x}', ALL],
      ['ibis {type:page}', ['Ibis template', 'Legs']],
      ['ibis {type:book|BOOKSHELF}', ['Ibis book', 'Ibis shelf']],
      ['ibis -{type:page}', ['Ibis book', 'Ibis chapter', 'Ibis shelf']],
      ['ibis {type:nothing}', []],
      ['{in_name:ibis tem}', ['Ibis template']],
      ['{in_title:IBIS TEM}', ['Ibis template']],
      ['{in_body:an ibis}', ['Legs']],
      ['ibis {in_body:wading}', ['Ibis book', 'Ibis chapter']],
      ['ibis -{in_name:ibis}', ['Legs']],
      ['ibis {is_template}', ['Ibis template']],
      ['ibis {viewed_by_me}', []],
      ['ibis {not_viewed_by_me}', ALL],
      ['ibis {created_before:2020-03-02}', ['Ibis book']],
      ['ibis {created_before:2020-03-01}', []],
      ['ibis {created_after:2020-03-01} {type:book}', ['Ibis book']],
      ['ibis {created_after:2020-03-02} {type:book}', []],
      ['ibis {updated_before:2020-03-02 12:00:01}', ['Ibis book']],
      ['ibis {updated_after:no date}', ALL],
      ['ibis {created_by:me}', ['Ibis book']],
      ['ibis -{created_by:me} {type:book|chapter}', ['Ibis chapter']],
      ['ibis {owned_by:EDITOR}', ['Ibis chapter']],
      ['ibis {updated_by:EDITOR}', ['Ibis chapter']],
      ['ibis {created_by:nobody-is-called-so}', ALL],
      ['ibis {in:book:BOOK}', ['Ibis chapter', 'Ibis template', 'Legs']],
      ['ibis {in:chapter:CHAPTER}', ['Legs']],
      ['ibis -{in:chapter:CHAPTER} {type:page}', ['Ibis template']],
      ['ibis {in:book:999999999999999999}', []],
      ['ibis {in:shelf:1}', ALL],
    ])('applied as %s find the expected items', async (query, expected) => {
      const written = query
        .replace('EDITOR', editor.slug)
        .replace('BOOK}', `${bookId}}`)
        .replace('CHAPTER', String(chapterId));
      expect(await sortedNames(written)).toEqual(expected);
    });

    it('return the items with overrides to administrators', async () => {
      expect(await names('ibis {is_restricted}', app.api.as(await app.given.admin()))).toEqual(['Ibis secret']);
    });

    it('sort by the last comment with sort_by:last_commented', async () => {
      expect((await names('ibis {sort_by:last_commented}'))[0]).toBe('Legs');
    });
  });
});
