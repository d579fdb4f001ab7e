import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { numberContents, type SortOperation } from './book-order';
import { SiteSettings } from '../settings/site-settings';

/** The sort rules of books. Call all methods inside the transaction that changes the book. */
@Injectable()
export class BookSortRules {
  constructor(
    private readonly database: Database,
    private readonly site: SiteSettings,
  ) {}

  /** The rule to store for a new book: the wanted one if there is such a rule, else that of the settings. */
  async ofNewBook(wanted: number | null | undefined): Promise<number | null> {
    if (wanted === null) return null;
    const standard = (await this.site.current()).defaultBookSort;
    if (wanted !== undefined) return (await this.known(wanted)) ?? standard;
    // The cached setting may name a rule that was deleted a moment ago.
    return standard === null ? null : await this.known(standard);
  }

  /** The rule to store for an existing book: the wanted one if there is such a rule, else the current one. */
  async resolve(wanted: number | null | undefined, current: number | null): Promise<number | null> {
    if (wanted === undefined || wanted === current) return current;
    if (wanted === null) return null;
    return (await this.known(wanted)) ?? current;
  }

  /** Whether there is any rule. */
  async exist(): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM sort_rules LIMIT 1')).length > 0;
  }

  /** Numbers the contents of a locked book, if it has a rule. */
  async number(bookId: number): Promise<void> {
    const [rule] = await this.database.query<{ operations: SortOperation[] }>(
      'SELECT rule.operations FROM books home JOIN sort_rules rule ON rule.id = home.sort_rule_id WHERE home.id = $1',
      [bookId],
    );
    if (rule) await numberContents(this.database, [bookId], rule.operations);
  }

  /** The id if there is such a rule. The lock keeps its operations until the book is numbered. */
  private async known(id: number): Promise<number | null> {
    const [rule] = await this.database.query<{ id: number }>('SELECT id FROM sort_rules WHERE id = $1 FOR SHARE', [id]);
    return rule?.id ?? null;
  }
}
