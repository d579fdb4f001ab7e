import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments that psql shows beside columns and tables. Their former texts were hard to understand. */
const COMMENTS: [object: string, text: string, former: string][] = [
  [
    'COLUMN search_terms.item_type',
    'kind of item: s shelf, b book, c chapter, p page',
    's helf, b ook, c hapter, p age',
  ],
  [
    'COLUMN search_terms.part',
    'part of the item: n name, d description, b body, t tags',
    'n ame, d escription, b ody, t ags',
  ],
  [
    'COLUMN item_links.item_type',
    'kind of the item that contains the link: s shelf, b book, c chapter, p page',
    'who links: s helf, b ook, c hapter, p age',
  ],
  [
    'COLUMN address_changes.item_type',
    'kind of the item with the new address: s shelf, b book, c chapter, p page',
    'what has the address: s helf, b ook, c hapter, p age',
  ],
  [
    'COLUMN webhooks.leased_until',
    'until this moment only the process with the lease delivers',
    'Until then one process alone delivers',
  ],
  [
    'TABLE webhook_events',
    'events without a delivery so far; either an entry of the audit log, or a report of another service',
    'Events that no delivery was made of yet; either an entry of the audit log, or a report of another service',
  ],
];

export class PlainComments1795369800000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const [object, text] of COMMENTS) await q.query(`COMMENT ON ${object} IS '${text}'`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [object, , former] of COMMENTS) await q.query(`COMMENT ON ${object} IS '${former}'`);
  }
}
