-- Exports of everything of a studio (docs/decisions/0191).
create table studio_exports (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  requested_by uuid references profiles (id) on delete set null,
  state text not null default 'waiting',
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When a link to it was last requested.
  downloaded_at timestamptz,
  -- Then the file is deleted.
  expires_at timestamptz,
  size_bytes bigint,
  -- How many parts of the file are in the store, also while it is written.
  parts integer not null default 0,
  constraint studio_export_state check (state in ('waiting', 'ready', 'failed')),
  constraint studio_export_ready check ((state = 'ready') = (size_bytes is not null and expires_at is not null)),
  constraint studio_export_ended check ((state = 'waiting') = (ended_at is null)),
  constraint studio_export_parts check (parts between 0 and 1000000 and size_bytes > 0)
);
create index studio_exports_by_studio on studio_exports (studio_id, created_at desc, id desc);
-- One at a time.
create unique index studio_exports_waiting on studio_exports (studio_id) where state = 'waiting';
alter table studio_exports enable row level security;
alter table studio_exports force row level security;
grant select on studio_exports to studiohub_app;
grant insert (id, studio_id, requested_by, created_at) on studio_exports to studiohub_app;
grant select, update (state, ended_at, expires_at, size_bytes, parts, downloaded_at), delete on studio_exports to studiohub_system;
create policy admins_see_exports on studio_exports for select to studiohub_app
  using ((select app.key_id()) is null and (select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy admins_request_exports on studio_exports for insert to studiohub_app
  with check ((select app.key_id()) is null and (select app.role()) = 'studio_admin' and studio_id = (select app.studio_id())
    and requested_by = (select app.user_id()));
create policy jobs_write_exports on studio_exports to studiohub_system using (true) with check (true);

-- An export reads the tables that jobs had no use for so far. Sessions, requests and keys stay out of it.
grant select on studio_slugs, legal_texts to studiohub_system;
create policy jobs_export_slugs on studio_slugs for select to studiohub_system using (true);
create policy jobs_export_legal_texts on legal_texts for select to studiohub_system using (studio_id is not null);
grant select (id, studio_id, actor_id, object_type, outcome, before, after, texts_id) on audit_log to studiohub_system;
-- It covers the erased studios.
drop policy jobs_read_which_studios_were_erased on audit_log;
create policy jobs_export_the_trail on audit_log for select to studiohub_system using (studio_id is not null);
