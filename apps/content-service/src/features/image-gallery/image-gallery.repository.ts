import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListQuery, Parameters, text, timestamp } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService, type View } from '../../content/access/access.service';
import { displayImage, galleryThumb } from '../../content/files/image-paths';
import { seesImagesWithoutPage } from '../../content/images/image-files';
import { Image } from '../../content/images/image.entity';
import { Page } from '../../content/items/page.entity';
import { userJson } from '../../content/kinds/item-sql';
import type { ItemPeople } from '../../content/kinds/presentation';

const MAX_USES = 50;

/**
 * The list of the gallery. The URL of an image is the base URL followed by its path. Only the path is stored: the base URL may change.
 */
const imageListingAt = (baseUrl: string) =>
  defineListing({
    id: integer('image.id'),
    name: text('image.name'),
    url: text(`('${baseUrl.replaceAll("'", "''")}' || image.path)`),
    path: text('image.path'),
    type: text('image.type'),
    uploaded_to: integer('image.uploaded_to'),
    created_by: integer('image.created_by'),
    updated_by: integer('image.updated_by'),
    created_at: timestamp('image.created_at'),
    updated_at: timestamp('image.updated_at'),
  });

/** For parsing the parameters of a request, which only needs the names of the fields. */
export const imageListing = imageListingAt('');

const IMAGES = 'images image JOIN pages page ON page.id = image.uploaded_to';
const ALL_IMAGES = 'images image LEFT JOIN pages page ON page.id = image.uploaded_to';
const LIST_COLUMNS = selectSnakeColumns(
  Image,
  'image',
  'id',
  'name',
  'path',
  'type',
  'uploadedTo',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
);
const PEOPLE = selectComputed<Pick<ItemPeople, 'creator' | 'updater'>>({
  creator: userJson('image.created_by'),
  updater: userJson('image.updated_by'),
});
const DETAIL_COLUMNS = sql`${LIST_COLUMNS}, ${PEOPLE}`;

export type ImageListRow = RowOf<typeof LIST_COLUMNS>;
export type ImageDetailRow = RowOf<typeof DETAIL_COLUMNS>;

/** Callers who can see a page can see its images. Covers and avatars are not part of the gallery. */
function visibleTo(actor: Actor, view: View): { from: string; where: (parameters: Parameters) => string } {
  const onPage = (parameters: Parameters) => view.visible('page', 'page', parameters);
  const listed = `image.type IN ('gallery', 'drawio')`;
  if (!seesImagesWithoutPage(actor))
    return { from: IMAGES, where: (parameters) => `${listed} AND ${onPage(parameters)}` };
  return {
    from: ALL_IMAGES,
    where: (parameters) => `${listed} AND (image.uploaded_to IS NULL OR ${onPage(parameters)})`,
  };
}

/** Queries for the images of pages. */
@Injectable()
export class ImageGalleryRepository {
  private readonly listing: ReturnType<typeof imageListingAt>;

  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.listing = imageListingAt(settings.baseUrl);
  }

  /** @param bookId only images of the pages of this book, without those of drafts */
  async list(query: ListQuery, actor: Actor, bookId?: number) {
    const { from, where: visible } = visibleTo(actor, await this.access.view(actor));
    const inBook = (parameters: Parameters) =>
      bookId === undefined ? '' : ` AND page.book_id = ${parameters.add(bookId)} AND NOT page.draft`;
    const where = (parameters: Parameters) => visible(parameters) + inBook(parameters);
    return fetchListing(this.database, this.listing, query, { select: LIST_COLUMNS, from, where });
  }

  /** Ids of some pages that show an image of this path, in any of its sizes. It reads the texts of all pages: for single images only. */
  async pagesWith(path: string, actor: Actor): Promise<number[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const forms = [path, galleryThumb(path), displayImage(path)];
    const shows = forms.map((form) => `strpos(content.html, ${parameters.add(form)}) > 0`).join(' OR ');
    const pages = await this.database.query(
      sql`SELECT ${selectColumns(Page, 'page', 'id')} FROM pages page JOIN page_contents content ON content.page_id = page.id
        WHERE ${visible} AND (${shows}) ORDER BY page.id LIMIT ${MAX_USES}`,
      parameters.values,
    );
    return pages.map(({ id }) => id);
  }

  find(id: number, actor: Actor): Promise<ImageDetailRow | undefined> {
    return this.detail(id, actor, '');
  }

  /** Loads an image for a change and locks its row, so that files and rows change in the same order. */
  findToChange(id: number, actor: Actor): Promise<ImageDetailRow | undefined> {
    return this.detail(id, actor, 'FOR NO KEY UPDATE OF image');
  }

  private async detail(id: number, actor: Actor, lock: string): Promise<ImageDetailRow | undefined> {
    const parameters = new Parameters();
    const { from, where } = visibleTo(actor, await this.access.view(actor));
    const [row] = await this.database.query(
      sql`SELECT ${DETAIL_COLUMNS} FROM ${from} WHERE ${where(parameters)} AND image.id = ${parameters.add(id)} ${lock}`,
      parameters.values,
    );
    return row;
  }
}
