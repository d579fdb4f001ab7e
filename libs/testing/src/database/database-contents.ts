import { withClient } from './with-client';

/**
 * All objects of a database with their definitions, one text each, without those of pg-boss. Indentation does not count, nor do casts of
 * texts and parentheses, because loading a dump changes both.
 */
export async function schemaOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ definition: string }>(OBJECTS);
    return rows.map(({ definition }) =>
      definition.replaceAll(/::(character varying|text)(\[\])?|[()]/g, '').replaceAll(/\s+/g, ' '),
    );
  });
}

/** The number of rows of each table and a digest of them, without the tables that TypeORM keeps. A new column without values changes no digest. */
export async function contentsOf(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ contents: string }>(CONTENTS);
    return rows.map(({ contents }) => contents);
  });
}

const OURS = `'public'::regnamespace`;

const OBJECTS = `
  SELECT format('column %s.%s %s %s %s %s %s %s', relation.oid::regclass, attname, attnum, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attcollation::regcollation, pg_get_expr(adbin, adrelid)) AS definition
    FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relation.relnamespace = ${OURS} AND relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('table %s %s', oid::regclass, relpersistence) FROM pg_class WHERE relnamespace = ${OURS} AND relkind IN ('r', 'p')
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = ${OURS} AND contype <> 'n'
  UNION ALL SELECT pg_get_functiondef(pg_proc.oid) FROM pg_proc WHERE pronamespace = ${OURS} AND prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class relation ON relation.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = ${OURS}
  UNION ALL SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT format('sequence %s %s %s', schemaname, sequencename, data_type) FROM pg_sequences WHERE schemaname = 'public'
  UNION ALL SELECT format('comment %s %s %s', classoid::regclass, pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description
    WHERE objoid >= 16384 AND pg_describe_object(classoid, objoid, objsubid) !~ '^extension|^(operator|function) public\\.(gin|gist|cube|g_cube)'
  UNION ALL SELECT format('extension %s', extname) FROM pg_extension
  ORDER BY 1`;

const CONTENTS = `
  SELECT format('%s %s', table_name, query_to_xml(format(
    'SELECT count(*), md5(string_agg(jsonb_strip_nulls(to_jsonb(t))::text, '','' ORDER BY jsonb_strip_nulls(to_jsonb(t))::text)) AS digest FROM %I.%I t', table_schema, table_name),
    false, true, '')) AS contents
  FROM information_schema.tables
  WHERE table_schema IN ('public', 'jobs') AND table_type = 'BASE TABLE' AND table_name NOT IN ('migrations', 'typeorm_metadata')
  ORDER BY 1`;
