-- When people who can be booked do not work (docs/decisions/0112): ranges of the studio's local time.
create table days_off (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  resource_id uuid not null,
  first_date date not null,
  last_date date not null,
  -- Null: from midnight of the first day, and until the end of the last.
  from_time time,
  to_time time,
  note text,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint days_off_of_resource foreign key (resource_id, studio_id) references resources (id, studio_id) on delete cascade,
  constraint days_off_range check (last_date - first_date between 0 and 365),
  constraint days_off_times check (first_date < last_date or coalesce(from_time < to_time, true)),
  constraint days_off_note check (char_length(note) between 1 and 200)
);
create index days_off_by_studio on days_off (studio_id, last_date);
create index days_off_by_resource on days_off (resource_id);
create index days_off_by_author on days_off (created_by) where created_by is not null;
alter table days_off enable row level security;
alter table days_off force row level security;
grant select, insert, delete on days_off to studiohub_app;
grant select, delete on days_off to studiohub_system;

-- Whether the caller is the person of a resource.
create function app.is_person(resource uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp
as $$ select exists (select from resources r where r.id = resource and r.user_id = app.user_id()) $$;
grant execute on function app.is_person(uuid) to studiohub_app;

-- The desk keeps the days off of everybody, other crew their own. They are removed and added again, never changed.
create policy people_keep_days_off on days_off to studiohub_app
  using ((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id())
    and ((select app.works_at_desk()) or ((select app.role()) = 'staff' and app.is_person(resource_id)))))
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id())
      and ((select app.works_at_desk()) or ((select app.role()) = 'staff' and app.is_person(resource_id))))));
create policy jobs_keep_days_off on days_off to studiohub_system using (true) with check (true);
create policy the_door_tells_days_off on days_off for select to studiohub_door using (true);

-- When the people of a studio are off, for everybody who may book there: no note, and nobody who entered it.
create function door.days_off(studio uuid, first date)
  returns table (resource_id uuid, first_date date, last_date date, from_time time, to_time time)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if studio is distinct from app.studio_id() and app.role() is distinct from 'super_admin' then return; end if;
  return query select d.resource_id, d.first_date, d.last_date, d.from_time, d.to_time from public.days_off d
    where d.studio_id = studio and d.last_date >= first;
end $$;
grant select (studio_id, resource_id, first_date, last_date, from_time, to_time) on days_off to studiohub_door;
alter function door.days_off(uuid, date) owner to studiohub_door;
grant execute on function door.days_off(uuid, date) to studiohub_app;
