import type { Actor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { SeeOther } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import { ITEM_KINDS } from '../../content/kinds/item-kinds';
import { type FoundItem, type ItemAddress, ItemAddresses } from '../../content/slugs/item-addresses';

/** Finds the item of an address, and redirects from former addresses. */
@Injectable()
export class OldAddresses {
  constructor(private readonly addresses: ItemAddresses) {}

  /**
   * @param below the rest of the address after that of the item
   * @throws SeeOther from a former address; Problem 404
   */
  async find(address: ItemAddress, actor: Actor, below = ''): Promise<FoundItem> {
    const found = await this.addresses.find(address, actor);
    if (found) return found;
    const former = await this.addresses.findFormer(address, actor);
    if (former) throw new SeeOther(former.path + below);
    return notFound(ITEM_KINDS[address.type].noun);
  }
}
