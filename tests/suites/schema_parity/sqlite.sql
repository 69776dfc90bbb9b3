SELECT 'column ' || m.name || '.' || c.name || ' ' || lower(c.type)
       || iif(c."notnull", ' not null', '') || coalesce(' default ' || c.dflt_value, '')
  FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
 WHERE m.type = 'table' AND m.name <> '_sqlx_migrations';
SELECT 'primary key ' || t || ' (' || group_concat(c, ', ') || ')'
  FROM (SELECT m.name AS t, c.name AS c FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name <> '_sqlx_migrations' AND c.pk > 0
         ORDER BY m.name, c.pk)
 GROUP BY t;
SELECT 'unique ' || t || ' (' || group_concat(c, ', ') || ')'
  FROM (SELECT m.name AS t, i.name AS i, c.name AS c
          FROM sqlite_schema AS m, pragma_index_list(m.name) AS i, pragma_index_info(i.name) AS c
         WHERE m.type = 'table' AND i.origin = 'u' ORDER BY m.name, i.name, c.seqno)
 GROUP BY t, i;
SELECT 'foreign key ' || t || ' (' || group_concat(f, ', ') || ') to ' || target
       || ' (' || group_concat(o, ', ') || ')'
  FROM (SELECT m.name AS t, k.id AS i, k."table" AS target, k."from" AS f, k."to" AS o
          FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS k
         WHERE m.type = 'table' ORDER BY m.name, k.id, k.seq)
 GROUP BY t, i, target;
SELECT lower(replace(replace(
           iif(instr(sql, ' WHERE ') > 0, substr(sql, 1, instr(sql, ' WHERE ')) || 'where', sql),
           'CREATE ', ''), ' ON ', ' on '))
  FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL;
