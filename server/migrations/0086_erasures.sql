-- A claim moves nothing before the studio's yes, and ends with what it is about (docs/decisions/0115). Records without an
-- account can be erased.

-- Sessions that open claims moved go back to the record, with their projects. The owner reads these rows past the policies
-- only while they are not forced.
alter table client_claims no force row level security;
alter table client_records no force row level security;
alter table change_requests no force row level security;
alter table booking_series no force row level security;
alter table bookings no force row level security;
alter table projects no force row level security;
create temporary table moved_back on commit drop as
  select k.studio_id, k.client_id, own.id as claimant_id, m.id as booking_id, m.project_id
  from client_claims k
  join client_records own on own.studio_id = k.studio_id and own.user_id = k.user_id,
    jsonb_to_recordset(k.moved) as m (id uuid, project_id uuid)
  where k.state = 'open';
update change_requests r set client_id = m.client_id from moved_back m
  where r.booking_id = m.booking_id and r.studio_id = m.studio_id and r.client_id = m.claimant_id;
update booking_series s set client_id = m.client_id from moved_back m join bookings b on b.id = m.booking_id
  where s.id = b.series_id and s.studio_id = m.studio_id and s.client_id = m.claimant_id;
update bookings b set client_id = m.client_id,
    project_id = coalesce(b.project_id, (select p.id from projects p
      where p.id = m.project_id and p.studio_id = m.studio_id and p.client_id = m.client_id))
  from moved_back m where b.id = m.booking_id and b.studio_id = m.studio_id and b.client_id = m.claimant_id;
alter table projects force row level security;
alter table bookings force row level security;
alter table booking_series force row level security;
alter table change_requests force row level security;
alter table client_records force row level security;
alter table client_claims force row level security;
alter table client_claims drop column moved;

-- An open claim ends with the address of the record, with the record, with the person's role at the studio, and with the
-- proof of the person's address. Its notifications go with it.
create function door.end_claims_of_record() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.client_claims k
    where k.studio_id = old.studio_id and k.client_id = old.id and k.state = 'open';
  return null;
end $$;
create function door.end_claims_of_role() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.client_claims k
    where k.studio_id = old.studio_id and k.user_id = old.user_id and k.state = 'open';
  return null;
end $$;
create function door.end_claims_of_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.client_claims k where k.user_id = old.id and k.state = 'open';
  return null;
end $$;
create function door.delete_notices_of_claim() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.notices n where n.kind = 'claim' and n.subject_id = old.id;
  return null;
end $$;
alter function door.end_claims_of_record() owner to studiohub_door;
alter function door.end_claims_of_role() owner to studiohub_door;
alter function door.end_claims_of_account() owner to studiohub_door;
alter function door.delete_notices_of_claim() owner to studiohub_door;
grant select, delete on client_claims to studiohub_door;
grant select, delete on notices to studiohub_door;
create policy the_door_ends_claims on client_claims to studiohub_door using (true) with check (true);
create policy the_door_deletes_notices_of_claims on notices for delete to studiohub_door using (true);
create trigger claims_end_with_the_address after update of email, removed_at on client_records
  for each row when (lower(new.email) is distinct from lower(old.email)
    or (old.removed_at is null and new.removed_at is not null)) execute function door.end_claims_of_record();
create trigger claims_end_with_the_role after update of status, removed_at, studio_id on user_roles
  for each row when (old.role = 'client' and old.status = 'active' and (new.status <> 'active'
    or new.studio_id is distinct from old.studio_id)) execute function door.end_claims_of_role();
create trigger claims_end_with_a_deleted_role after delete on user_roles
  for each row when (old.role = 'client' and old.status = 'active') execute function door.end_claims_of_role();
create trigger claims_end_with_the_proof after update of email, email_proven on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email) or (old.email_proven and not new.email_proven))
  execute function door.end_claims_of_account();
create trigger notices_end_with_the_claim after delete on client_claims
  for each row when (old.state = 'open') execute function door.delete_notices_of_claim();

-- When a record without an account was erased. A restore erases it again.
alter table client_records add column erased_at timestamptz,
  add constraint client_record_erased check (erased_at is null or removed_at is not null);
