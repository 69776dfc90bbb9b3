SELECT 'column ' || t.relname || '.' || c.attname || ' '
       || CASE format_type(c.atttypid, c.atttypmod)
            WHEN 'uuid' THEN 'text' WHEN 'json' THEN 'text'
            WHEN 'boolean' THEN 'integer' WHEN 'instant' THEN 'integer'
            ELSE format_type(c.atttypid, c.atttypmod) END
       || CASE WHEN c.attnotnull THEN ' not null' ELSE '' END
       || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
  FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid
  LEFT JOIN pg_attrdef AS d ON d.adrelid = t.oid AND d.adnum = c.attnum
 WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND c.attnum > 0
   AND NOT c.attisdropped AND t.relname <> '_sqlx_migrations';
SELECT CASE k.contype WHEN 'p' THEN 'primary key ' ELSE 'unique ' END || t.relname || ' ('
       || (SELECT string_agg(c.attname, ', ' ORDER BY n.place)
             FROM unnest(k.conkey) WITH ORDINALITY AS n (number, place)
             JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = n.number) || ')'
  FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid
 WHERE k.contype IN ('p', 'u') AND t.relnamespace = current_schema()::regnamespace
   AND t.relname <> '_sqlx_migrations';
SELECT 'foreign key ' || t.relname || ' ('
       || (SELECT string_agg(c.attname, ', ' ORDER BY n.place)
             FROM unnest(k.conkey) WITH ORDINALITY AS n (number, place)
             JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = n.number)
       || ') to ' || o.relname || ' ('
       || (SELECT string_agg(c.attname, ', ' ORDER BY n.place)
             FROM unnest(k.confkey) WITH ORDINALITY AS n (number, place)
             JOIN pg_attribute AS c ON c.attrelid = o.oid AND c.attnum = n.number) || ')'
  FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid
  JOIN pg_class AS o ON o.oid = k.confrelid
 WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace;
SELECT lower(replace(replace(replace(replace(
           CASE WHEN i.indpred IS NULL THEN pg_get_indexdef(i.indexrelid)
                ELSE split_part(pg_get_indexdef(i.indexrelid), ' WHERE ', 1) || ' where' END,
           'CREATE ', ''), ' USING btree', ''), current_schema() || '.', ''), ' ON ', ' on '))
  FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
 WHERE t.relnamespace = current_schema()::regnamespace
   AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = i.indexrelid
                      AND k.contype IN ('p', 'u'));
SELECT 'check ' || t.relname || ' ' || k.conname
  FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid
 WHERE k.contype = 'c' AND t.relnamespace = current_schema()::regnamespace;
