import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SORT_OPERATIONS } from '../../../content/sorting/book-order';
import type { SortOperation } from '../../../content/sorting/sort-rule.entity';
import { ListView } from '../../../web/settings-area/list-view';
import { recordFormRoutes } from '../../../web/settings-area/record-form-routes';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { CreateSortRuleDto, UpdateSortRuleDto } from '../sort-rules.dto';
import { SortRulesService } from '../sort-rules.service';

const SORT_RULES = '/settings/sort-rules';
const pathOf = (id: number): string => `${SORT_RULES}/${id}`;

const LABELS = {
  name_asc: 'Name, A to Z',
  name_desc: 'Name, Z to A',
  name_numeric_asc: 'Name with numbers, ascending',
  name_numeric_desc: 'Name with numbers, descending',
  created_date_asc: 'Created, oldest first',
  created_date_desc: 'Created, newest first',
  updated_date_asc: 'Changed, oldest first',
  updated_date_desc: 'Changed, newest first',
  chapters_first: 'Chapters first',
  chapters_last: 'Chapters last',
} as const satisfies Record<SortOperation, string>;

/** One select for each place in the order, of which forms show the used ones and two more. */
const PLACES = SORT_OPERATIONS.map((_, index) => ({ name: `operation_${index + 1}`, label: `Step ${index + 1}` }));
const CHOICES = [{ value: '', label: 'Nothing' }, ...SORT_OPERATIONS.map((value) => ({ value, label: LABELS[value] }))];

const NEW: { name: string; operations: SortOperation[] } = { name: '', operations: ['name_asc'] };

const placesFor = ({ operations }: { operations: readonly SortOperation[] }) => PLACES.slice(0, operations.length + 2);

/** Sort rules in forms, over the service of the API. */
@Injectable()
export class SortRuleForms {
  constructor(private readonly rules: SortRulesService) {}

  async list(parameters: RawInput) {
    const list = new ListView(SORT_RULES, parameters, { sorts: ['name', 'updated_at'] });
    const { rows, total } = await this.rules.list(list.query());
    return { title: 'Sort rules', list, rows, labels: LABELS, total, pager: list.pager(total) };
  }

  showNew() {
    return { title: 'New sort rule', rule: NEW, action: `${SORT_RULES}/new`, places: placesFor(NEW), choices: CHOICES };
  }

  async create(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const rule = await this.rules.create(validated(CreateSortRuleDto, ruleIn(form)), actor);
    notify(request, 'The sort rule is created.');
    return { url: pathOf((await rule.show()).id) };
  }

  async show(id: number) {
    const rule = await this.read(id);
    return { title: `Sort rule: ${rule.name}`, rule, action: pathOf(id), places: placesFor(rule), choices: CHOICES };
  }

  async save(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    await this.rules.update(id, validated(UpdateSortRuleDto, ruleIn(form)), actor);
    notify(request, 'The sort rule is saved.');
    return { url: pathOf(id) };
  }

  async ask(id: number) {
    const rule = await this.read(id);
    return { title: 'Delete the sort rule', rule, use: await this.rules.use(id), path: pathOf(id) };
  }

  async remove(id: number, _form: RawInput, actor: Actor, request: Request): Promise<Next> {
    // The page has shown the use of the rule.
    await this.rules.remove(id, { confirm: true }, actor);
    notify(request, 'The sort rule is deleted.');
    return { url: SORT_RULES };
  }

  private async read(id: number) {
    return (await this.rules.read(id)).show();
  }
}

/** The fields of the form as members of `/api/sort-rules`. Empty steps are left out. */
const ruleIn = (form: RawInput): object => ({
  name: form['name'],
  operations: PLACES.map(({ name }) => form[name]).filter(Boolean),
});

@SettingsPage('settings/sort-rules')
export class SortRuleSiteController extends recordFormRoutes('Sort rule', 'features/sort-rules/site') {
  constructor(protected override readonly forms: SortRuleForms) {
    super();
  }
}
