-- How many bytes of files lie on a studio's boards, and how many of them one person has put there: for the quotas.
grant select (studio_id, uploaded_by, size_bytes) on card_files to studiohub_door;
create policy the_door_counts_files on card_files for select to studiohub_door using (true);
create function door.file_bytes(studio uuid) returns table (of_studio bigint, of_person bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(f.size_bytes), 0)::bigint,
    coalesce(sum(f.size_bytes) filter (where f.uploaded_by = app.user_id()), 0)::bigint
  from public.card_files f
  where f.studio_id = studio and (studio = app.studio_id() or app.role() = 'super_admin')
$$;
create index files_of_studio on card_files (studio_id, uploaded_by) include (size_bytes);
alter function door.file_bytes(uuid) owner to studiohub_door;
grant execute on function door.file_bytes(uuid) to studiohub_app;
