import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound, Problem } from '@almanac/errors';
import { requireMatch, type VersionedAnswer, versionedAnswer } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActivityLog } from '../../content/activity/activity-log';
import { BookSortRules, isSortOperation, numberContents } from '../../content/sorting/book-order';
import type { SortOperation } from '../../content/sorting/sort-rule.entity';
import { SiteSettings } from '../../content/settings/site-settings';
import { presentSortRule } from './sort-rule.presenter';
import type { CreateSortRuleDto, DeleteSortRuleDto, UpdateSortRuleDto } from './sort-rules.dto';
import { SortRulesRepository } from './sort-rules.repository';

const JOB = 'sort-rules.number';
const MAX_BOOKS_AT_ONCE = 20;

/** Rules that number the contents of books (docs/decisions/0055). */
@Injectable()
export class SortRulesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly rules: SortRulesRepository,
    private readonly sortRules: BookSortRules,
    private readonly site: SiteSettings,
    private readonly activity: ActivityLog,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.work<{ ruleId: number }>(JOB, ({ ruleId }) => this.numberEach(ruleId), { timeoutSeconds: 3_600 });
  }

  async list(query: ListQuery) {
    return (await this.rules.list(query)).map(presentSortRule);
  }

  async read(id: number): Promise<VersionedAnswer<ReturnType<typeof presentSortRule>>> {
    return versionedAnswer(presentSortRule((await this.rules.find(id)) ?? notFound('Sort rule')));
  }

  /** The number of books with the rule, and whether new books get it. */
  async use(id: number): Promise<{ books: number; isDefault: boolean }> {
    const { defaultBookSort } = await this.site.read();
    return { books: await this.rules.countBooks(id), isDefault: defaultBookSort === id };
  }

  create({ name, operations }: CreateSortRuleDto, actor: Actor) {
    return this.database.transaction(async () => {
      const values = { name, operations: operations.filter(isSortOperation) };
      const rule = (await this.rules.insert(values)) ?? notFound('Sort rule');
      await this.activity.record('sort_rule_create', rule, actor);
      return versionedAnswer(presentSortRule(rule));
    });
  }

  update(id: number, dto: UpdateSortRuleDto, actor: Actor) {
    return this.database.transaction(async () => {
      const before = (await this.rules.lock(id)) ?? notFound('Sort rule');
      await requireMatch(() => versionedAnswer(presentSortRule(before)));
      const operations = dto.operations?.filter(isSortOperation) ?? before.operations;
      const values = { name: dto.name ?? before.name, operations };
      const rule = (await this.rules.update(id, values)) ?? notFound('Sort rule');
      if (operations.join() !== before.operations.join()) await this.number(id, operations, actor);
      await this.activity.record('sort_rule_update', rule, actor);
      return versionedAnswer(presentSortRule(rule));
    });
  }

  /** @throws Problem 409 for a rule in use, unless the caller confirms */
  remove(id: number, { confirm = false }: DeleteSortRuleDto, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const rule = (await this.rules.lock(id)) ?? notFound('Sort rule');
      await this.rules.lockBooks(id);
      await requireMatch(() => versionedAnswer(presentSortRule(rule)));
      const { books, isDefault } = await this.use(id);
      if (!confirm && (books > 0 || isDefault)) throw new Problem(409, inUse(books, isDefault), { type: 'in-use' });
      if (isDefault) await this.site.store({ default_book_sort: null });
      await this.rules.remove(id);
      await this.activity.record('sort_rule_delete', rule, actor);
    });
  }

  /** Numbers the books of a changed rule: few in the transaction of the change, many in a job. Call inside the transaction that changed the rule. */
  private async number(ruleId: number, operations: readonly SortOperation[], actor: Actor): Promise<void> {
    if ((await this.rules.countBooks(ruleId)) > MAX_BOOKS_AT_ONCE) await this.jobs.send(JOB, { ruleId }, actor.id);
    else await numberContents(this.database, await this.rules.lockBooks(ruleId), operations);
  }

  /** A transaction for each book, so that its writers wait only briefly. */
  private async numberEach(ruleId: number): Promise<void> {
    for (const id of await this.rules.findBooks(ruleId))
      await this.database.transaction(async () => {
        await this.database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [id]);
        await this.sortRules.number(id);
      });
  }
}

function inUse(books: number, isDefault: boolean): string {
  const users = [
    ...(books > 0 ? [books === 1 ? '1 book' : `${books} books`] : []),
    ...(isDefault ? ['the setting for new books'] : []),
  ];
  return `The sort rule is used by ${users.join(' and ')}. Send confirm=1 to delete it; the books keep their order.`;
}
