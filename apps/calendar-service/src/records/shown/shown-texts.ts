import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { calledPrefix } from '../../calendar/addresses/called-prefix';

const MAX_BYTES = 64 * 1024 * 1024;
/** Estimated bytes of an entry besides its text. */
const ENTRY_BYTES = 400;

/**
 * JSON texts of presented records by key. A key names everything that a text depends on, with the version from the statement that read
 * the record. So a text is never stale, also after another process changed the record.
 */
@Injectable()
export class ShownTexts {
  private readonly texts = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (text) => text.length + ENTRY_BYTES,
  });

  /** @param key undefined for a record without a version, whose text is never kept */
  get(key: string | undefined): Buffer | undefined {
    return key === undefined ? undefined : this.texts.get(withPrefix(key));
  }

  set(key: string | undefined, text: Buffer): void {
    if (key !== undefined) this.texts.set(withPrefix(key), text);
  }
}

/** Addresses in a text begin with the prefix of the request that it was written for. */
const withPrefix = (key: string): string => `${calledPrefix() ?? ''} ${key}`;
