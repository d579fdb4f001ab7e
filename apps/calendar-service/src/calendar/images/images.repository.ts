import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { StoredImage } from './image';

interface NewImage extends Omit<StoredImage, 'id'> {
  sourceUrl: string;
  authorId: number;
}

/** Every query about images, except that records read theirs with `imageColumn`. */
@Injectable()
export class ImagesRepository {
  constructor(private readonly database: Database) {}

  async exists(id: number): Promise<boolean> {
    return (await this.database.query(`SELECT 1 FROM images WHERE id = $1`, [id])).length > 0;
  }

  /** The image that came from an address, or whose file has one of these paths. */
  async find(sourceUrl: string, paths: readonly string[]): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM images WHERE source_url = $1 OR path = ANY($2) ORDER BY id LIMIT 1`,
      [sourceUrl, paths],
    );
    return row?.id;
  }

  /** @returns false when another transaction stored an image of this address first */
  async add({ sourceUrl, authorId, path, mimeType, width, height, filesize, sizes }: NewImage): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO images (source_url, author_id, path, mime_type, width, height, filesize, sizes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (source_url) DO NOTHING RETURNING id`,
      [sourceUrl, authorId, path, mimeType, width, height, filesize, JSON.stringify(sizes)],
    );
    return rows.length > 0;
  }
}
