// An index of any kind has at least one block, so an empty one has lost its file. Reading a block proves its checksum.
const look = (statement: string) => `
set enable_indexonlyscan = off; set enable_indexscan = off; set enable_bitmapscan = off;
do $$ declare found record; begin
  for found in select oid::regclass as name from pg_class where relkind = 'i' and pg_relation_size(oid) = 0 loop
    raise data_corrupted using message = 'the file of index ' || found.name || ' is missing or empty';
  end loop;
  for found in select oid::regclass as name from pg_class where relkind in ('r', 'm', 't') and relpersistence = 'p' loop
    execute format('${statement}', found.name);
  end loop;
end $$;
reset all`

/** Reads the beginning of every table: fails where a file is missing, empty or damaged there. */
export const firstBlocks = look('select 1 from %s limit 1')

/** Reads every row of every table, and so proves the checksum of every block. */
export const everyRow = look('select count(*) from %s')
