-- Files in messages between a studio and a client (docs/decisions/0117). A file without a message was uploaded and not sent yet:
-- only the person who uploaded it sees it.
alter table conversation_messages add constraint messages_of_their_client unique (id, studio_id, client_id);
create table message_files (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null,
  message_id uuid,
  position integer not null default 0,
  uploaded_by uuid references profiles (id) on delete set null,
  -- Chosen by the sender: the same upload tried again is the same file.
  upload_key uuid not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  file_key text not null,
  preview_key text,
  created_at timestamptz not null default now(),
  constraint files_of_their_message foreign key (message_id, studio_id, client_id)
    references conversation_messages (id, studio_id, client_id) on update cascade on delete cascade,
  constraint files_of_their_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint message_file_name_length check (char_length(name) between 1 and 200),
  constraint message_file_size check (size_bytes > 0),
  constraint message_file_once unique (file_key),
  constraint message_file_upload_once unique (uploaded_by, upload_key)
);
create index files_of_message on message_files (message_id, position) where message_id is not null;
create index message_files_of_studio on message_files (studio_id, uploaded_by) include (size_bytes);
create index message_files_of_client on message_files (studio_id, client_id);
create index message_files_by_preview on message_files (preview_key) where preview_key is not null;
alter table message_files enable row level security;
alter table message_files force row level security;
grant select, insert, delete on message_files to studiohub_app;
grant update (message_id, position) on message_files to studiohub_app;
grant select, insert, update, delete on message_files to studiohub_system;
-- Operators read none.
create policy people_see_files_of_messages on message_files for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (
    (message_id is null and uploaded_by = (select app.user_id()))
    or (message_id is not null and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))
      or ((select app.role()) = 'staff' and exists (select from conversation_messages m where m.id = message_id))))));
create policy people_upload_files on message_files for insert to studiohub_app
  with check (message_id is null and uploaded_by = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
create policy people_send_their_files on message_files for update to studiohub_app
  using (message_id is null and uploaded_by = (select app.user_id()) and studio_id = (select app.studio_id()))
  with check (exists (select from conversation_messages m
    where m.id = message_id and m.author_id = (select app.user_id())));
create policy people_take_unsent_files_back on message_files for delete to studiohub_app
  using (message_id is null and uploaded_by = (select app.user_id()) and studio_id = (select app.studio_id()));
create policy jobs_keep_files_of_messages on message_files to studiohub_system using (true) with check (true);

-- The quotas count files of cards and of messages together.
grant select (studio_id, uploaded_by, size_bytes) on message_files to studiohub_door;
create policy the_door_counts_message_files on message_files for select to studiohub_door using (true);
create or replace function door.file_bytes(studio uuid) returns table (of_studio bigint, of_person bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(f.size_bytes), 0)::bigint,
    coalesce(sum(f.size_bytes) filter (where f.uploaded_by = app.user_id()), 0)::bigint
  from (select size_bytes, uploaded_by from public.card_files where studio_id = studio
    union all select size_bytes, uploaded_by from public.message_files where studio_id = studio) f
  where studio = app.studio_id() or app.role() = 'super_admin'
$$;
