import { type Actor, CurrentActor } from '@almanac/auth';
import type { Filter } from '@almanac/listing';
import { Get, Query, Render } from '@nestjs/common';
import { ACTIVITY_TYPES } from '../../../content/activity/activity.entity';
import { having } from '../../../web/list-batches';
import { ListView, literal } from '../../../web/settings-area/list-view';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { AuditLogService } from '../audit-log.service';
import { SubjectLinks, subjectOf } from './activity-subject';
import { wordsOf } from './activity-words';

const DAY = /^\d{4}-\d\d-\d\d$/;

@SettingsPage('settings/audit-log')
export class AuditLogSiteController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly links: SubjectLinks,
  ) {}

  @Get()
  @Render('features/audit-log/site/audit-log')
  async show(@Query() parameters: Record<string, unknown>, @CurrentActor() actor: Actor) {
    const list = new ListView('/settings/audit-log', parameters, {
      sorts: ['-created_at', 'type', 'ip'],
      filters: ['user', 'type', 'from', 'to', 'ip'],
    });
    const { rows, total } = await this.auditLog.list(list.query(filtersOf(list.filters)), list.filters['user']);
    const subjects = rows.map(subjectOf);
    const links = await this.links.of(subjects, actor);
    const types = ACTIVITY_TYPES.map((type) => ({ value: type, label: `${wordsOf(type)} (${type})` }));
    return {
      title: 'Audit log',
      list,
      rows: rows.map((row, index) => ({
        ...row,
        words: wordsOf(row.type),
        subject: subjects[index]?.text,
        path: links[index],
      })),
      total,
      pager: list.pager(total),
      types: [{ value: '', label: 'All events' }, ...types],
    };
  }
}

/** Both days are included. Other texts than days do not narrow the list, and the form shows them again. */
function filtersOf({ type = '', from = '', to = '', ip = '' }: Readonly<Record<string, string>>): Filter[] {
  return [
    ...(type === '' ? [] : [having('type', type)]),
    ...(DAY.test(from) ? [{ field: 'created_at', operator: 'gte', value: from } as const] : []),
    ...(DAY.test(to) ? [{ field: 'created_at', operator: 'lte', value: `${to} 23:59:59` } as const] : []),
    ...(ip === '' ? [] : [{ field: 'ip', operator: 'like', value: `${literal(ip)}%` } as const]),
  ];
}
