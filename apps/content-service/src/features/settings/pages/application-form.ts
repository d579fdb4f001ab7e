import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { EDITORS, SiteSettings } from '../../../content/site-settings';
import { listOf } from '../../../web/list-pages';
import { RolesService } from '../../roles/roles.service';
import { UpdateSettingsDto } from '../settings.dto';
import { presentSettings } from '../settings.presenter';
import { SettingsService } from '../settings.service';

const PATH = '/settings/application';
const MAX_ROLES = 500;

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

/** The form with the settings of the site. It stores only settings whose value has changed. */
@Injectable()
export class ApplicationForm {
  constructor(
    private readonly site: SiteSettings,
    private readonly settings: SettingsService,
    private readonly roles: RolesService,
  ) {}

  async show() {
    const [current, { rows, total }] = await Promise.all([
      this.current(),
      this.roles.list(listOf({ sort: 'display_name', count: MAX_ROLES })),
    ]);
    // A system role cannot be the role of new users.
    const roles = rows.filter(({ system_name }) => system_name === '');
    return {
      title: 'Application',
      current,
      roles: [
        { value: '', label: 'No role' },
        ...roles.map(({ id, display_name }) => ({ value: String(id), label: display_name })),
      ],
      hasMoreRoles: total > MAX_ROLES,
      editors: EDITORS.map((value) => ({ value, label: EDITOR_LABELS[value] })),
      filters: FILTERS,
    };
  }

  async save(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const current = new Map(Object.entries(await this.current()));
    const entered = validated(UpdateSettingsDto, settingsIn(form));
    const changed = Object.entries(entered).filter(([name, value]) => value !== current.get(name));
    await this.settings.update(Object.fromEntries(changed), actor);
    notify(request, 'The settings are saved.');
    return { url: PATH };
  }

  private async current() {
    return presentSettings(await this.site.read());
  }
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
    public_access: isOn('public_access'),
    comments_disabled: isOn('comments_disabled'),
    content_filtering: FILTERS.filter(({ letter }) => isOn(`filter_${letter}`))
      .map(({ letter }) => letter)
      .join(''),
  };
}
