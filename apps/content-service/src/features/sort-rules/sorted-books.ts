import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BookSortRules } from '../../content/sorting/book-sort-rules';
import { numberContents, type SortOperation } from '../../content/sorting/book-order';
import { SortRulesRepository } from './sort-rules.repository';

const JOB = 'sort-rules.number';
const MAX_BOOKS_AT_ONCE = 20;

/** Numbers the books of a changed rule: few in the transaction of the change, many in a job. */
@Injectable()
export class SortedBooks implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly rules: SortRulesRepository,
    private readonly sortRules: BookSortRules,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.work<{ ruleId: number }>(JOB, ({ ruleId }) => this.numberEach(ruleId), { timeoutSeconds: 3_600 });
  }

  /** Call inside the transaction that changed the rule. */
  async number(ruleId: number, operations: readonly SortOperation[], actor: Actor): Promise<void> {
    if ((await this.rules.countBooks(ruleId)) > MAX_BOOKS_AT_ONCE) await this.jobs.send(JOB, { ruleId }, actor.id);
    else await numberContents(this.database, await this.rules.lockBooks(ruleId), operations);
  }

  /** A transaction for each book, so that its writers wait only briefly. */
  private async numberEach(ruleId: number): Promise<void> {
    const books = await this.database.query<{ id: number }>(
      'SELECT id FROM books WHERE sort_rule_id = $1 ORDER BY id',
      [ruleId],
    );
    for (const { id } of books)
      await this.database.transaction(async () => {
        await this.database.query('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [id]);
        await this.sortRules.number(id);
      });
  }
}
