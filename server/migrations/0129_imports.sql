-- Imports of services, bookings and projects beside those of clients (docs/decisions/0184).
alter table client_imports rename to imports;
alter table imports rename constraint client_imports_within_studio to imports_within_studio;
alter table imports rename constraint client_import_created to import_created;
alter table imports
  add column kind text not null default 'clients',
  add column created_clients integer not null default 0,
  drop constraint import_created,
  add constraint import_created check (created >= 0 and created_clients >= 0),
  add constraint import_kind check (kind in ('clients', 'services', 'bookings', 'projects'));
alter table imports alter column kind drop default;

-- An import counts what each of its batches added.
grant update (created, created_clients) on imports to studiohub_system;
create policy jobs_count_imports on imports for update to studiohub_system using (undone_at is null);

-- What an import added, and the hash of its line, by which the same line is recognized in a later file.
alter table bookings add column import_id uuid, add column import_key text,
  add constraint booking_import_key check (import_key is null or (char_length(import_key) = 43 and import_id is not null)),
  add constraint bookings_of_import foreign key (studio_id, import_id) references imports (studio_id, id);
alter table projects add column import_id uuid, add column import_key text,
  add constraint project_import_key check (import_key is null or (char_length(import_key) = 43 and import_id is not null)),
  add constraint projects_of_import foreign key (studio_id, import_id) references imports (studio_id, id);
alter table studio_services add column import_id uuid, add column import_hash text,
  add constraint service_import_hash check ((import_id is null) = (import_hash is null) and char_length(import_hash) = 32),
  add constraint services_of_import foreign key (studio_id, import_id) references imports (studio_id, id);
create unique index bookings_by_import_key on bookings (studio_id, import_key) where import_key is not null;
create index bookings_by_import on bookings (studio_id, import_id) where import_id is not null;
create unique index projects_by_import_key on projects (studio_id, import_key) where import_key is not null;
create index projects_by_import on projects (studio_id, import_id) where import_id is not null;

-- An undo deletes what was imported and not touched since.
grant delete on bookings, projects to studiohub_system;
grant update (import_id, import_hash), delete on studio_services to studiohub_system;
create policy jobs_undo_imports on projects for delete to studiohub_system using (import_id is not null);
