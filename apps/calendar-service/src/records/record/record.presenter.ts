import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { imageAddress, presentImage } from '../../calendar/images/image';
import { publicationDates } from '../../calendar/publication/publication-date';
import { toWallClock } from '../../calendar/time-zones/conversion';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import { UTC } from '../../calendar/time-zones/time-zone';
import { type RecordHead, type RecordNoun, TABLES } from './record';

/** The members that all three kinds of record have in common (calendar-behaviour §2.1). */
@Injectable()
export class RecordPresenter {
  private readonly host: string;
  private readonly siteZone;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const { host, pathname } = new URL(settings.baseUrl);
    this.host = `${host}${pathname.replace(/\/$/, '')}`;
    this.siteZone = storedZone(settings.siteZone);
  }

  head(kind: RecordNoun, record: RecordHead) {
    return {
      id: record.id,
      author: record.authorId,
      status: record.status,
      ...publicationDates(record.publishedAt, record.createdAt, this.siteZone),
      modified: toWallClock(record.modifiedAt, this.siteZone),
      modified_utc: toWallClock(record.modifiedAt, UTC),
      url: this.url(kind, record),
    };
  }

  /** A record in the trash gives its slug back, as the suffix tells (calendar-behaviour §7.4). */
  slug({ slug, status }: Pick<RecordHead, 'slug' | 'status'>): string {
    return slug !== '' && status === 'trash' ? `${slug}__trashed` : slug;
  }

  /** The public page; a record without a slug, or in the trash, is named by its id. */
  url(kind: RecordNoun, { id, slug, status }: Pick<RecordHead, 'id' | 'slug' | 'status'>): string {
    return slug === '' || status === 'trash'
      ? `${this.settings.baseUrl}/?p=${id}`
      : `${this.settings.baseUrl}/${kind}/${slug}/`;
  }

  /** Address of the kind's collection, with a slash at its end. */
  collection(kind: RecordNoun): string {
    return `${apiRoot(this.settings)}/${TABLES[kind]}/`;
  }

  /** The image in all its sizes; false for a record without one. */
  image({ image }: Pick<RecordHead, 'image'>): ReturnType<typeof presentImage> | false {
    return image === null ? false : presentImage(image, this.settings);
  }

  /** The address of the whole image. */
  imageUrl({ image }: Pick<RecordHead, 'image'>): string | undefined {
    return image === null ? undefined : imageAddress(image, this.settings);
  }

  globalIds({ id }: Pick<RecordHead, 'id'>) {
    const globalId = `${this.host}?id=${id}`;
    return { global_id: globalId, global_id_lineage: [globalId] };
  }
}
