import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments that psql shows beside columns and tables. Their former texts were hard to understand. */
const COMMENTS: [object: string, text: string, former: string][] = [
  [
    'COLUMN feeds.reach',
    'permissions of the token that created the feed; null for all permissions of its user',
    'the rights that the token reached by which the feed was made; all when null',
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
