/** Our tables and pg-boss's, without partitions: their parents have the rows. */
const OURS = `namespace.nspname IN ('public', 'jobs') AND relation.relkind IN ('r', 'p') AND NOT relation.relispartition
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relation.oid AND deptype = 'e')`;

/** The schema decides their rows: the version of pg-boss's tables, and notes of TypeORM about views. */
const OF_THE_SCHEMA = `'jobs.version', 'public.typeorm_metadata'`;

/** Tables that are backed up, with the columns that can be written. Unlogged tables hold nothing worth keeping. */
export const TABLES = `
  SELECT format('%I.%I', nspname, relname) AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
  FROM pg_class relation JOIN pg_namespace namespace ON namespace.oid = relnamespace JOIN pg_attribute ON attrelid = relation.oid
  WHERE ${OURS} AND relpersistence = 'p' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND format('%I.%I', nspname, relname) NOT IN (${OF_THE_SCHEMA})
  GROUP BY 1 ORDER BY 1`;

/** One row when the database has tables. */
export const ANY_TABLE = `SELECT FROM pg_class relation JOIN pg_namespace namespace ON namespace.oid = relnamespace WHERE ${OURS} LIMIT 1`;

/** Foreign keys, without the copies that partitions inherit. */
export const FOREIGN_KEYS = `
  SELECT format('%I.%I', nspname, relname) AS table, quote_ident(conname) AS name, pg_get_constraintdef(key.oid) AS definition
  FROM pg_constraint key JOIN pg_class relation ON relation.oid = conrelid JOIN pg_namespace namespace ON namespace.oid = relnamespace
  WHERE contype = 'f' AND conparentid = 0 AND nspname IN ('public', 'jobs') ORDER BY 1, 2`;

/** Removes everything that migrations create, but no extension: another role may own those. */
export const REMOVE_EVERYTHING = `
  DO $$
  DECLARE statement text;
  BEGIN
    DROP SCHEMA IF EXISTS jobs CASCADE;
    -- The sequences of identities go with their tables.
    FOR statement IN
      SELECT format('DROP %s IF EXISTS public.%I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname)
      FROM pg_class object WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = object.oid AND deptype = 'e')
      ORDER BY relkind = 'S'
    LOOP
      EXECUTE statement;
    END LOOP;
    FOR statement IN
      SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', object.oid::regprocedure)
      FROM pg_proc object WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = object.oid AND deptype = 'e')
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$`;
