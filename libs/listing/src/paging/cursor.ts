import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RotatingSecret } from '@almanac/runtime';
import type { ListingDefinition } from '../fields';
import { orderBy } from '../list-sql';
import type { Cursor, Direction, ListQuery, Position } from '../parse-listing';

const SIGNATURE_BYTES = 16;

/** Tells why a cursor is refused. */
export const FOREIGN_CURSOR = 'The cursor does not belong to this list in this order. Start again without it.';

/** Writes cursors for one list in one order, and reads them. The signature rejects cursors of other lists and orders, and changed ones. */
export class Cursors {
  private readonly order: string;

  constructor(
    definition: ListingDefinition,
    query: Pick<ListQuery, 'sort' | 'descending' | 'filters'>,
    private readonly secret: RotatingSecret,
    /** Tells lists with the same fields and order apart. */
    private readonly path = '',
  ) {
    this.order = orderBy(definition, query);
  }

  /** An empty text for the start of the list. */
  write({ direction, position = [] }: Cursor): string {
    if (direction === 'forward' && position.length === 0) return '';
    const payload = Buffer.from(JSON.stringify([direction, ...position])).toString('base64url');
    return `${payload}.${this.sign(payload, this.secret.current).toString('base64url')}`;
  }

  /** Undefined for a cursor that `write` did not make for this list and order. */
  read(cursor: string): Cursor | undefined {
    if (cursor === '') return { direction: 'forward' };
    const [payload = '', signature = ''] = cursor.split('.');
    const received = Buffer.from(signature, 'base64url');
    const isSignedBy = (secret: string) => timingSafeEqual(received, this.sign(payload, secret));
    if (received.length !== SIGNATURE_BYTES || !this.secret.accepted.some(isSignedBy)) return undefined;
    // The signature proves that `write` made it.
    const [direction, ...position] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      Direction,
      ...Position,
    ];
    return { direction, position: position.length > 0 ? position : undefined };
  }

  private sign(payload: string, secret: string): Buffer {
    const key = this.path === '' ? secret : `${secret} ${this.path}`;
    return createHmac('sha256', key).update(`${this.order}\n${payload}`).digest().subarray(0, SIGNATURE_BYTES);
  }
}
