-- A studio is imported without locking tables (docs/decisions/0200).

-- Whether this statement copies the rows of an imported studio. Only the owner of the tables can say so, and no call runs as it.
create function app.is_import() returns boolean language sql stable
  as $$ select current_user = 'studiohub_owner' and coalesce(current_setting('app.importing', true) = 'on', false) $$;
grant execute on function app.is_import() to public;

-- What triggers do for a new row was done when the row was made, in the former installation. To disable them would lock the
-- tables. Every table with rows of a studio lets an import add rows; the policies of all others stay as they are.
do $$
declare
  found record;
begin
  for found in
    select t.oid, t.tgname as name, t.tgrelid::regclass as table_name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgtype & 4 = 4 and c.relnamespace = 'public'::regnamespace
      and (c.relname = 'studios' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'studio_id'))
    order by 1
  loop
    execute format('drop trigger %I on %s', found.name, found.table_name);
    execute case when found.definition ~ ' WHEN \('
      then regexp_replace(found.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ', ' WHEN ((\1) and not app.is_import()) EXECUTE FUNCTION ')
      else replace(found.definition, ' EXECUTE FUNCTION ', ' WHEN (not app.is_import()) EXECUTE FUNCTION ') end;
  end loop;
  for found in
    select c.oid::regclass as table_name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
      and (c.relname = 'studios' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'studio_id'))
    order by 1
  loop
    execute format('create policy imports_add_rows on %s for insert to studiohub_owner with check (app.is_import())', found.table_name);
  end loop;
end $$;
-- Rows of a catalog are found by their names.
create policy imports_read_the_catalog on ai_agents for select to studiohub_owner using (app.is_import());
