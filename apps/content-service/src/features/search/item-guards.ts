import type { Guarded } from '../../domain/access/access.service';

/** Ids are given out in a row, and some are never used: memory is taken for those that are. */
const BLOCK = 4_096;
/** No scope and no user has this number. */
const NOBODY = 0;
/** Nor has any scope this one: a book's own has its id, negated. */
const ABSENT = -(2 ** 31);

interface Block {
  readonly scopes: Int32Array;
  readonly owners: Int32Array;
}

/** What decides who may see each item of one kind, in eight bytes an item. */
export class ItemGuards {
  private readonly blocks = new Map<number, Block>();

  /** Undefined for what there is not. */
  of(id: number): Guarded | undefined {
    const block = this.blocks.get(Math.floor(id / BLOCK));
    const scope = block?.scopes[id % BLOCK];
    if (!block || scope === undefined || scope === ABSENT) return undefined;
    return { scopeId: orNull(scope), ownedBy: orNull(block.owners[id % BLOCK]) };
  }

  /** @param guarded `undefined` when it cannot be found any more */
  set(id: number, guarded: Guarded | undefined): void {
    const { scopes, owners } = this.blockOf(id);
    scopes[id % BLOCK] = guarded ? (guarded.scopeId ?? NOBODY) : ABSENT;
    owners[id % BLOCK] = guarded?.ownedBy ?? NOBODY;
  }

  private blockOf(id: number): Block {
    const number = Math.floor(id / BLOCK);
    let block = this.blocks.get(number);
    if (!block) {
      block = { scopes: new Int32Array(BLOCK).fill(ABSENT), owners: new Int32Array(BLOCK) };
      this.blocks.set(number, block);
    }
    return block;
  }
}

const orNull = (number: number | undefined): number | null => (number === undefined || number === NOBODY ? null : number);
