-- Clients that the desk records itself, one by one or from a file (docs/decisions/0093).

-- Crew see the address, phone and company of clients only where the studio allows it.
alter table studios add column crew_sees_contacts boolean not null default false;
grant update (crew_sees_contacts) on studios to studiohub_app;

-- The desk records clients beside the studio's admins.
alter policy admins_make_client_records on client_records
  with check (user_id is null and created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))));
alter policy admins_make_client_records on client_records rename to desk_makes_client_records;
alter policy admins_change_client_records on client_records
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk())));
alter policy admins_change_client_records on client_records rename to desk_changes_client_records;

-- client_imports: one file of clients, which can be undone as a whole
create table client_imports (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  created integer not null,
  undone_at timestamptz,
  constraint client_imports_within_studio unique (studio_id, id),
  constraint client_import_created check (created > 0)
);
alter table client_imports enable row level security;
alter table client_imports force row level security;
grant select, insert on client_imports to studiohub_app;
grant update (undone_at) on client_imports to studiohub_app;
grant select on client_imports to studiohub_system;
create policy desk_sees_imports on client_imports for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk())));
create policy desk_imports_clients on client_imports for insert to studiohub_app
  with check (created_by = (select app.user_id()) and undone_at is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))));
-- An import is undone once, and not before it was made.
create policy desk_undoes_imports on client_imports for update to studiohub_app
  using (undone_at is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))))
  with check (undone_at >= created_at);
create policy jobs_read_imports on client_imports for select to studiohub_system using (true);

alter table client_records add column import_id uuid,
  add constraint client_records_of_import foreign key (studio_id, import_id) references client_imports (studio_id, id),
  drop constraint client_record_texts,
  add constraint client_record_texts check (char_length(email) <= 255 and char_length(phone) <= 40
    and char_length(company) <= 120 and char_length(notes) <= 5000 and char_length(language) <= 35);
create index client_records_by_import on client_records (studio_id, import_id) where import_id is not null;

-- An imported record that no account has claimed goes with its import.
grant delete on client_records to studiohub_app;
create policy desk_deletes_imported_records on client_records for delete to studiohub_app
  using (import_id is not null and user_id is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))));

create or replace function door.keep_client_record() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  address text;
begin
  if new.role <> 'client' or new.studio_id is null or new.status = 'pending' then return new; end if;
  update public.client_records r set removed_at = new.removed_at,
    email = case when exists (select from public.client_records o where o.studio_id = r.studio_id and o.id <> r.id
      and lower(o.email) = lower(r.email) and o.removed_at is null) then null else r.email end
    where r.studio_id = new.studio_id and r.user_id = new.user_id;
  if found then return new; end if;
  select u.email into address from auth.users u where u.id = new.user_id and u.deleted_at is null
    and not exists (select from public.client_records o where o.studio_id = new.studio_id
      and lower(o.email) = lower(u.email) and o.removed_at is null);
  insert into public.client_records (studio_id, id, user_id, name, email, phone, removed_at)
    select new.studio_id,
      case when exists (select from public.client_records o where o.studio_id = new.studio_id and o.id = new.user_id)
        then gen_random_uuid() else new.user_id end,
      new.user_id, nullif(left(p.full_name, 120), ''), left(address, 255), left(p.phone, 40), new.removed_at
    from (select 1) one left join public.profiles p on p.id = new.user_id;
  return new;
end $$;
