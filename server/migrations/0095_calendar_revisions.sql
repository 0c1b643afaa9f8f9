-- The state of a studio's calendar: another value with every transaction that changes what a calendar shows
-- (docs/decisions/0126). Equal values mean equal calendars. A random value, so that a restored database never repeats one.
create table calendar_revisions (
  studio_id uuid primary key references studios (id) on delete cascade,
  revision uuid not null default gen_random_uuid()
);
alter table calendar_revisions enable row level security;
alter table calendar_revisions force row level security;
grant select, insert, update (revision) on calendar_revisions to studiohub_door;
create policy the_door_raises_calendar_revisions on calendar_revisions to studiohub_door using (true) with check (true);

-- Runs at the end of a transaction (a deferred constraint trigger): this row is the last that the transaction locks, so that
-- two of them cannot wait for each other. Only the first change of a transaction writes.
create function door.raise_calendar_revision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  studio uuid := case tg_op when 'DELETE' then old.studio_id else new.studio_id end;
begin
  update public.calendar_revisions c set revision = gen_random_uuid()
    where c.studio_id = studio and c.xmin <> pg_current_xact_id()::xid;
  if found then return null; end if;
  -- A studio that is erased takes its row along.
  insert into public.calendar_revisions (studio_id)
    select s.id from public.studios s where s.id = studio
    on conflict do nothing;
  return null;
end $$;
alter function door.raise_calendar_revision() owner to studiohub_door;

create constraint trigger calendar_of_bookings after insert or update or delete on bookings
  deferrable initially deferred for each row execute function door.raise_calendar_revision();
create constraint trigger calendar_of_reservations after insert or update or delete on reservations
  deferrable initially deferred for each row execute function door.raise_calendar_revision();
create constraint trigger calendar_of_change_requests after insert or update or delete on change_requests
  deferrable initially deferred for each row execute function door.raise_calendar_revision();
create constraint trigger calendar_of_client_names after update on client_records
  deferrable initially deferred for each row when (new.name is distinct from old.name)
  execute function door.raise_calendar_revision();
create constraint trigger calendar_of_resources after update on resources
  deferrable initially deferred for each row
  when ((new.name, new.kind, new.position) is distinct from (old.name, old.kind, old.position))
  execute function door.raise_calendar_revision();

-- The revision of a studio's calendar, for the login, which asks for it together with who asks.
create function door.calendar_revision(studio uuid) returns uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce((select c.revision from public.calendar_revisions c where c.studio_id = studio), studio);
end $$;
alter function door.calendar_revision(uuid) owner to studiohub_door;
grant execute on function door.calendar_revision(uuid) to studiohub_login;
