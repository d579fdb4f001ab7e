import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListQuery, Parameters, text, timestamp } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService, type View } from '../../content/access/access.service';
import { seesImagesWithoutPage } from '../../content/images/image-files';
import { Image } from '../../content/images/image.entity';
import { userJson } from '../../content/kinds/item-sql';
import type { ItemPeople } from '../../content/kinds/presentation';

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

  async list(query: ListQuery, actor: Actor) {
    const visible = visibleTo(actor, await this.access.view(actor));
    return fetchListing(this.database, this.listing, query, { select: LIST_COLUMNS, ...visible });
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
