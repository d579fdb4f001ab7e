import { type Actor, CurrentActor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Input, type RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Injectable, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { EDITORS, type SettingName } from '../../../content/settings/site-settings';
import { listQuery } from '../../../web/list-batches';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { RolesService } from '../../roles/roles.service';
import { SortRulesService } from '../../sort-rules/sort-rules.service';
import { UpdateSettingsDto } from '../settings.dto';
import { SettingsService } from '../settings.service';

const PATH = '/settings/application';
const MAX_ROLES = 500;
const MAX_SORT_RULES = 500;

const EDITOR_LABELS = {
  wysiwyg: 'Visual editor',
  wysiwyg2024: 'Visual editor of 2024',
  markdown: 'Markdown editor',
} as const satisfies Record<(typeof EDITORS)[number], string>;

const FILTERS = [
  { letter: 'j', label: 'Remove scripts' },
  { letter: 'h', label: 'Remove heads of documents' },
  { letter: 'f', label: 'Remove forms' },
  { letter: 'a', label: 'Keep only elements of the allow-list' },
];

const LABELS = {
  app_name: 'Name of this site',
  app_logo: 'Address of the logo',
  public_access: 'Visitors without an account may read',
  comments_disabled: 'Comments are switched off',
  registration_role_id: 'Role of new users',
  default_editor: 'Editor of new pages',
  default_book_sort: 'Sort rule of new books',
  content_filtering: 'Filters of the texts that readers get',
} as const satisfies Record<SettingName, string>;
const LABEL_OF = new Map<string, string>(Object.entries(LABELS));

/** The form with the settings of the site. It stores only changed values. */
@Injectable()
export class ApplicationForm {
  constructor(
    private readonly settings: SettingsService,
    private readonly roles: RolesService,
    private readonly sortRules: SortRulesService,
  ) {}

  async show() {
    const [settings, { rows, total }, sortRules] = await Promise.all([
      this.settings.read(),
      this.roles.list(listQuery({ sort: 'display_name', count: MAX_ROLES })),
      this.sortRules.list(listQuery({ sort: 'name', count: MAX_SORT_RULES })),
    ]);
    // A system role cannot be the role of new users.
    const roles = rows.filter(({ system_name }) => system_name === '');
    return {
      title: 'Application',
      current: await settings.show(),
      settingsVersion: settings.etag,
      labels: LABELS,
      roles: [
        { value: '', label: 'No role' },
        ...roles.map(({ id, display_name }) => ({ value: String(id), label: display_name })),
      ],
      hasMoreRoles: total > MAX_ROLES,
      sortRules: [
        { value: '', label: 'No rule' },
        ...sortRules.rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      hasMoreSortRules: sortRules.total > MAX_SORT_RULES,
      editors: EDITORS.map((value) => ({ value, label: EDITOR_LABELS[value] })),
      filters: FILTERS,
    };
  }

  async save(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const settings = await this.settings.read();
    const current = new Map<string, unknown>(Object.entries(await settings.show()));
    const entered = validated(UpdateSettingsDto, settingsIn(form));
    const changed = Object.entries(entered).filter(([name, value]) => value !== current.get(name));
    if (form['settings_version'] !== settings.etag) refuseDifferences(changed, current);
    await this.settings.update(Object.fromEntries(changed), actor, settings.etag);
    notify(request, 'The settings are saved.');
    return { url: PATH };
  }
}

/** Tells that somebody else saved the settings while the form was open. The form then shows the entered values again. */
function refuseDifferences(changed: [name: string, value: unknown][], current: ReadonlyMap<string, unknown>): void {
  if (changed.length === 0) return;
  const faults = changed.map(([name, value]): [field: string, messages: string[]] => {
    const values = `The value is now ${quotedValue(current.get(name))}. You entered ${quotedValue(value)}. Save again to replace it.`;
    return [name, [`${LABEL_OF.get(name) ?? name}: somebody else saved the settings meanwhile. ${values}`]];
  });
  invalid(Object.fromEntries(faults));
}

function quotedValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const hasText = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return hasText ? `“${value}”` : 'empty';
}

/** The fields of the form as members of `/api/settings`. An empty field removes a stored value. */
function settingsIn(form: RawInput): object {
  const text = (name: string) => form[name] || null;
  const isOn = (name: string) => form[name] === 'on';
  return {
    app_name: text('app_name'),
    app_logo: text('app_logo'),
    registration_role_id: text('registration_role_id'),
    default_editor: text('default_editor'),
    default_book_sort: text('default_book_sort'),
    public_access: isOn('public_access'),
    comments_disabled: isOn('comments_disabled'),
    content_filtering: FILTERS.filter(({ letter }) => isOn(`filter_${letter}`))
      .map(({ letter }) => letter)
      .join(''),
  };
}

@SettingsPage('settings/application')
export class ApplicationController {
  constructor(private readonly form: ApplicationForm) {}

  @Get()
  @Render('features/settings/site/application')
  show() {
    return this.form.show();
  }

  @PostForm()
  save(@Input() form: RawInput, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.form.save(form, actor, request);
  }
}
