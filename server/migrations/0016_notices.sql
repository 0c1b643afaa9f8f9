-- What a person is told in the product: the bell in the header (docs/decisions/0032).

create table notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  studio_id uuid not null references studios (id) on delete cascade,
  -- Whose deed it tells of; null where nobody's. The name is read when the notice is, and is kept nowhere.
  actor_id uuid references profiles (id) on delete set null,
  kind text not null,
  -- The invitation, booking, card or task that it is about.
  subject_id uuid,
  data jsonb not null default '{}',
  link text not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  constraint notice_kind check (kind in
    ('invitation', 'role_request', 'booking_request', 'booking_changed', 'mention', 'task', 'plan')),
  constraint notice_data check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 2000),
  -- A page of ours: no other host, however it is written.
  constraint notice_link check (link ~ '^/([^/\\]|$)' and char_length(link) <= 300)
);
create index notices_by_person on notices (user_id, created_at desc, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_by_subject on notices (subject_id) where subject_id is not null;

-- Whom a request to a studio is for. Whoever asks to be taken in sees none of its people.
create function door.admins_of(studio uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct r.user_id from public.user_roles r
  join auth.users u on u.id = r.user_id and u.deleted_at is null
  where r.studio_id = studio and r.role = 'studio_admin' and r.status = 'active'
$$;

-- What somebody is at a studio, or null: `studio_admin` where they run it, before anything else they are there.
create function door.place_at(person uuid, studio uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.role from public.user_roles r
  where r.user_id = person and r.studio_id = studio and r.status in ('active', 'inactive') and r.removed_at is null
  order by r.role = 'studio_admin' and r.status = 'active' desc limit 1
$$;

-- The name of whoever did what one is told of: of one's own notices alone.
create function door.notice_actor(notice uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.full_name from public.notices n join public.profiles p on p.id = n.actor_id
  where n.id = notice and n.user_id = app.user_id()
$$;

alter table notices enable row level security;
alter table notices force row level security;
grant select, insert, update (read_at) on notices to studiohub_app;
grant select, insert, delete on notices to studiohub_system;
grant select (id, user_id, actor_id) on notices to studiohub_door;
grant select (id, full_name) on profiles to studiohub_door;
create policy the_door_reads_notices on notices for select to studiohub_door using (true);
create policy the_door_reads_names on profiles for select to studiohub_door using (true);
create policy people_see_what_they_are_told on notices for select to studiohub_app
  using (user_id = (select app.user_id()));
-- In one's own name: to people of one's own studio, and from outside to those who run one.
create policy people_tell_each_other on notices for insert to studiohub_app
  with check (actor_id = (select app.user_id()) and read_at is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and door.place_at(user_id, studio_id) is not null)
    or door.place_at(user_id, studio_id) = 'studio_admin'));
-- Once: when it was first read stays.
create policy people_read_their_notices on notices for update to studiohub_app
  using (user_id = (select app.user_id()) and read_at is null)
  with check (read_at >= created_at);
create policy jobs_tell on notices to studiohub_system using (true) with check (true);

alter function door.admins_of(uuid) owner to studiohub_door;
alter function door.place_at(uuid, uuid) owner to studiohub_door;
alter function door.notice_actor(uuid) owner to studiohub_door;
grant execute on function door.admins_of(uuid), door.place_at(uuid, uuid), door.notice_actor(uuid)
  to studiohub_app, studiohub_system;
