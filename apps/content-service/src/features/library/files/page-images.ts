import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { validated } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { canAllOrOwn } from '../../../content/access/permission-rules';
import { ImageFiles } from '../../../content/images/image-files';
import { ImageThumbnails } from '../../../content/images/image-thumbnails';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { batchQuery, having } from '../../../web/list-batches';
import { CreateImageDto, UpdateImageDto } from '../../image-gallery/image-gallery.dto';
import { ImageGalleryService } from '../../image-gallery/image-gallery.service';
import { requirePermission } from '../writing/writing-page';

const NEWEST_FIRST = { sort: 'id', descending: true };
const MEGABYTE = 1_000_000;

/** The images of pages, over the service of the API. */
@Injectable()
export class PageImages {
  readonly noun = 'image';

  constructor(
    private readonly gallery: ImageGalleryService,
    private readonly items: ItemAddresses,
    private readonly thumbnails: ImageThumbnails,
    private readonly files: ImageFiles,
  ) {}

  async list(pageId: number, batch: number, actor: Actor) {
    const filters = [having('uploaded_to', pageId)];
    const mayAdd = can(actor, 'image-create-all');
    return { ...(await this.rows(batchQuery(batch, { ...NEWEST_FIRST, filters }), actor)), mayAdd, mayOrder: false };
  }

  listOfBook(bookId: number, batch: number, actor: Actor) {
    return this.rows(batchQuery(batch, NEWEST_FIRST), actor, bookId);
  }

  async add(pageId: number, { image, name }: RawInput, actor: Actor): Promise<{ name: string }> {
    requirePermission(actor, 'image-create-all');
    const dto = validated(CreateImageDto, { type: 'gallery', uploaded_to: pageId, image, name });
    return (await this.gallery.create(dto, actor)).show();
  }

  /** The image for a form, with the pages that show it. @throws Problem 403, 404 */
  async find(id: number, action: 'update' | 'delete', actor: Actor) {
    const { name, path, uploaded_to: pageId, created_by: creator } = await (await this.gallery.read(id, actor)).show();
    if (!canAllOrOwn(actor, `image-${action}`, creator?.id ?? null)) forbidden();
    const uses = await this.items.ofItems('page', await this.gallery.pagesWith(path, actor), actor);
    return { name, path, pageId: pageId ?? 0, uses: [...uses.values()] };
  }

  save(id: number, { name, image }: RawInput, actor: Actor): Promise<unknown> {
    return this.gallery.update(id, validated(UpdateImageDto, { name, image }), actor);
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.gallery.remove(id, actor);
  }

  private async rows(query: ListQuery, actor: Actor, bookId?: number) {
    const { rows, total } = await this.gallery.list(query, actor, bookId);
    const pageIds = rows.flatMap(({ uploaded_to: pageId }) => pageId ?? []);
    const pages = await this.items.ofItems('page', pageIds, actor);
    const presented = rows.map(async ({ id, name, url, path, created_by: owner, uploaded_to: pageId }) => {
      const [{ gallery: thumb }, file] = await Promise.all([this.thumbnails.of(path), this.files.find(path)]);
      return {
        ...{ id, name, url, address: path, thumb: thumb ?? path, mark: sizeInWords(file?.size ?? 0) },
        page: bookId === undefined || pageId === null ? undefined : pages.get(pageId),
        mayEdit: canAllOrOwn(actor, 'image-update', owner),
        mayDelete: canAllOrOwn(actor, 'image-delete', owner),
      };
    });
    return { rows: await Promise.all(presented), total };
  }
}

const sizeInWords = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
