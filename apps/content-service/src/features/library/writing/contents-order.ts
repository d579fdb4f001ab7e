import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { validated } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { UpdateChapterDto } from '../../chapters/chapters.dto';
import { ChaptersService } from '../../chapters/chapters.service';
import { UpdatePageDto } from '../../pages/pages.dto';
import { PagesService } from '../../pages/pages.service';
import { inTypedOrder } from './item-input';

interface Entry {
  id: number;
  type: string;
}

type Contents = readonly (Entry & { pages?: readonly { id: number }[] })[];

/** The name of an entry in the form. */
export const entryKey = ({ type, id }: Entry): string => `${type}-${id}`;

/** The order of a book's contents: its chapters and direct pages, and the pages of each chapter. */
@Injectable()
export class ContentsOrder {
  constructor(
    private readonly database: Database,
    private readonly chapters: ChaptersService,
    private readonly pages: PagesService,
  ) {}

  /** Numbers the lists whose order has changed, all or none. @param places numbers as typed, by the keys of entries */
  async save(contents: Contents, places: unknown, actor: Actor): Promise<void> {
    const lists = [contents, ...contents.map(({ pages = [] }) => pages.map(({ id }) => ({ type: 'page', id })))];
    await this.database.transaction(async () => {
      for (const list of lists) await this.number(list, places, actor);
    });
  }

  private async number(list: readonly Entry[], places: unknown, actor: Actor): Promise<void> {
    const entries = new Map(list.map((entry) => [entryKey(entry), entry]));
    const present = [...entries.keys()];
    const typed = new Set(inTypedOrder(places, present).filter((key) => entries.has(key)));
    const wanted = [...typed, ...present.filter((key) => !typed.has(key))];
    if (wanted.join() === present.join()) return;
    for (const [index, key] of wanted.entries()) {
      const entry = entries.get(key);
      if (entry) await this.place(entry, index + 1, actor);
    }
  }

  private async place({ type, id }: Entry, priority: number, actor: Actor): Promise<void> {
    if (type === 'chapter') await this.chapters.update(id, validated(UpdateChapterDto, { priority }), actor);
    else await this.pages.update(id, validated(UpdatePageDto, { priority }), actor);
  }
}
