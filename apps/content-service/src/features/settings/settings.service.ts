import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { invalid, Problem } from '@almanac/errors';
import { requireMatch, type VersionedAnswer, versionedAnswer } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { requireTokenScope } from '../../content/access/permission-rules';
import { Role } from '../../content/accounts/role.entity';
import { ActivityLog } from '../../content/activity/activity-log';
import { type SettingName, SiteSettings } from '../../content/settings/site-settings';
import { requireStored } from '../../content/stored-rules';
import { UpdateSettingsDto } from './settings.dto';
import { presentSettings } from './settings.presenter';

/** The categories of the audit log (content-behaviour §18), in its order of entries. */
const CATEGORIES: Readonly<Record<SettingName, 'features' | 'customization' | 'sorting' | 'registration'>> = {
  public_access: 'features',
  comments_disabled: 'features',
  content_filtering: 'features',
  app_name: 'customization',
  app_logo: 'customization',
  default_editor: 'customization',
  default_book_sort: 'sorting',
  registration_role_id: 'registration',
};

const ROLE = sql`SELECT ${selectColumns(Role, 'role', 'systemName')}, ${selectComputed<{ permissions: string[] }>({
  permissions: 'ARRAY(SELECT permission::text FROM role_permissions WHERE role_id = role.id)',
})} FROM roles role WHERE id = $1`;

/** The settings of the site that administrators change while the service runs. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    private readonly site: SiteSettings,
    private readonly activity: ActivityLog,
  ) {}

  async read(): Promise<VersionedAnswer<ReturnType<typeof presentSettings>>> {
    return versionedAnswer(presentSettings(await this.site.read()));
  }

  /** @param expectedEtag the version that a form showed. @throws Problem 412 when the settings have another version now */
  update(dto: UpdateSettingsDto, actor: Actor, expectedEtag?: string) {
    return this.database.transaction(async () => {
      await this.lock();
      const current = await this.read();
      await requireMatch(() => current);
      if (expectedEtag !== undefined && expectedEtag !== current.etag)
        throw new Problem(412, 'Somebody changed the settings at the same moment. Load the page again and compare.');
      // Locks the role and the sort rule: until this change has committed, they cannot be deleted.
      await requireStored(this.database, UpdateSettingsDto, dto);
      if (typeof dto.registration_role_id === 'number')
        await this.requireRoleForNewUsers(dto.registration_role_id, actor);
      const changes = textsOf(dto);
      await this.site.store(changes);
      const categories = new Set(
        Object.entries(CATEGORIES).flatMap(([name, category]) => (name in changes ? [category] : [])),
      );
      for (const category of categories) await this.activity.event('settings_update', category, actor);
      return this.read();
    });
  }

  /** A row that always exists; rows of settings that nobody stored cannot be locked. */
  private async lock(): Promise<void> {
    await this.database.query(`SELECT 1 FROM settings WHERE name = 'instance-id' FOR UPDATE`);
  }

  private async requireRoleForNewUsers(id: number, actor: Actor): Promise<void> {
    const [role] = await this.database.query(ROLE, [id]);
    if (!role) return;
    // New users would be administrators, or guests.
    if (role.systemName !== '') invalid({ registration_role_id: ['A system role cannot be the role of new users.'] });
    requireTokenScope(actor, { permissions: role.permissions, isAdmin: false });
  }
}

/** Absent members are left out; null removes a stored value. */
function textsOf(dto: UpdateSettingsDto): Partial<Record<SettingName, string | null>> {
  const given: [string, unknown][] = Object.entries(dto);
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])));
}

const textOf = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
