import { unsafeStatements } from './unsafe-migrations';

describe('unsafeStatements', () => {
  it.each([
    ['CREATE INDEX pages_name_idx ON pages (name)', 'CONCURRENTLY'],
    ['ALTER TABLE pages ADD COLUMN kind integer; CREATE INDEX pages_kind_idx ON pages (kind)', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX pages_key ON pages (name)', 'CONCURRENTLY'],
    ['DROP INDEX pages_key', 'CONCURRENTLY'],
    ['UPDATE pages SET name = lower(name)', 'in batches'],
    ['CREATE TABLE a (); INSERT INTO pages SELECT * FROM a', 'in batches'],
    ['ALTER TABLE pages ADD CONSTRAINT pages_check CHECK (id > 0)', 'NOT VALID'],
    ['ALTER TABLE pages ALTER COLUMN name SET NOT NULL', 'under its lock'],
    ['ALTER TABLE pages ALTER COLUMN name TYPE text', 'under its lock'],
    ['ALTER TABLE pages ADD COLUMN uid uuid DEFAULT gen_random_uuid()', 'after the column'],
    ['ALTER TABLE pages ADD COLUMN uid uuid NOT NULL', 'give it a default'],
    ['ALTER TABLE pages DROP COLUMN name', 'still uses'],
    ['ALTER TABLE pages RENAME COLUMN name TO title', 'still uses'],
    ['DROP TABLE pages', 'still uses'],
  ])('finds %s', (statement, advice) => {
    expect(unsafeStatements([statement])).toEqual([expect.stringContaining(advice)]);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY pages_name_idx ON pages (name)',
    'CREATE TABLE a (id integer); CREATE INDEX a_idx ON a (id); INSERT INTO a VALUES (1)',
    'ALTER TABLE pages ADD CONSTRAINT pages_check CHECK (id > 0) NOT VALID',
    'ALTER TABLE pages ADD COLUMN kind integer NOT NULL DEFAULT 0',
    'ALTER TABLE pages ADD COLUMN kind integer; CREATE INDEX pages_kind_idx ON pages (kind) WHERE kind IS NOT NULL',
    'CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE pages SET id = 1; DROP TABLE pages $$',
    `COMMENT ON TABLE pages IS 'DROP TABLE pages; '`,
  ])('accepts %s', (statement) => {
    expect(unsafeStatements([statement])).toEqual([]);
  });
});
