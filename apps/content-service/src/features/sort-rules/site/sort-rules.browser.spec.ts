import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { idOf, member } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let reader: Reader;

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator with a browser %s', (how, scripts) => {
  it('creates a sort rule, chooses it for new books, changes and deletes it', async () => {
    const person = await app.given.admin();
    const api = app.api.as(person);
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(await app.given.password(person, PASSWORD));
    await reader.open('/settings');
    await reader.press('Sort rules', 'link');
    expect(await reader.faults('settings-sort-rules-none')).toEqual([]);
    await reader.press('New sort rule', 'link');
    await reader.fill({ Name: `By name ${how}` });
    await reader.page.select('select[name="operation_1"]', '');
    await reader.press('Create the sort rule');
    expect(await reader.text()).toContain('The Order field is required.');
    expect(await reader.faults('settings-sort-rule-refused')).toEqual([]);
    await reader.page.select('select[name="operation_2"]', 'name_numeric_asc');
    await reader.page.select('select[name="operation_3"]', 'chapters_first');
    await reader.press('Create the sort rule');
    expect(await reader.text()).toContain('The sort rule is created.');
    const id = Number(/\d+$/.exec(reader.path)?.[0]);
    const rule = async () => (await api.get(`/api/sort-rules/${id}`)).body;
    expect(await rule()).toMatchObject({ operations: ['name_numeric_asc', 'chapters_first'] });
    expect(await reader.faults('settings-sort-rule')).toEqual([]);

    await reader.press('Application', 'link');
    await reader.page.select('select[name="default_book_sort"]', String(id));
    await reader.press('Save the settings');
    const book = await api.post('/api/books', { name: 'New' });
    expect(book.body).toMatchObject({ sort_rule_id: id });

    await reader.press('Sort rules', 'link');
    expect(await reader.text('tbody')).toContain('Name with numbers, ascending; Chapters first');
    expect(await reader.faults('settings-sort-rules')).toEqual([]);
    await reader.press(`By name ${how}`, 'link');
    await reader.page.select('select[name="operation_1"]', 'created_date_desc');
    await reader.press('Save the sort rule');
    expect(await rule()).toMatchObject({ operations: ['created_date_desc', 'chapters_first'] });
    await reader.press('Delete', 'link');
    expect(await reader.text()).toContain(
      '1 book has it, and keeps its present order. New books then get no sort rule.',
    );
    expect(await reader.faults('settings-sort-rule-delete')).toEqual([]);
    await reader.press('Delete the sort rule');
    expect(await reader.text()).toContain('The sort rule is deleted.');
    expect(member((await api.get(`/api/books/${idOf(book.body)}`)).body, 'sort_rule_id')).toBeNull();
  });
});
