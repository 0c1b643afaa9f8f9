-- Notifications on the devices of people (docs/decisions/0186).

-- The key that proves to push services who sends. One row at most.
create table auth.push_keys (
  public_key text primary key,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index push_keys_only_one on auth.push_keys ((true));
grant select, insert, update, delete on auth.push_keys to studiohub_auth;

-- A browser that shows a person's notifications. It ends with their session.
create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  session_id uuid not null unique references auth.sessions (id) on delete cascade,
  -- SHA-256 of the address: a browser belongs to the person who used it last.
  endpoint_hash text not null unique,
  -- Sealed: the address of the browser at its push service, and the keys of its messages.
  secret text not null,
  host text not null,
  -- The public key with which the browser subscribed.
  public_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint push_device_texts check (char_length(host) between 1 and 255 and char_length(public_key) between 1 and 200)
);
create index push_devices_by_person on push_devices (user_id);
alter table push_devices enable row level security;
alter table push_devices force row level security;
grant select, insert, update, delete on push_devices to studiohub_system;
-- Only to seal the addresses again with another key, or to delete lost ones.
grant select (id, secret), update (secret), delete on push_devices to studiohub_auth;
grant select on push_devices to studiohub_door;
create policy jobs_keep_push_devices on push_devices to studiohub_system using (true) with check (true);
create policy auth_keeps_push_devices on push_devices to studiohub_auth using (true) with check (true);
create policy the_door_reads_push_devices on push_devices for select to studiohub_door using (true);

-- What a person wants to get, and when not. Without a row: everything, at any time.
create table push_settings (
  user_id uuid primary key references profiles (id) on delete cascade,
  muted text[] not null default '{}',
  quiet_from time,
  quiet_until time,
  timezone text,
  constraint push_muted check (muted <@ array['sessions', 'work', 'people', 'studio']),
  constraint push_quiet check (num_nulls(quiet_from, quiet_until, timezone) in (0, 3) and quiet_from <> quiet_until
    and char_length(timezone) <= 64)
);
alter table push_settings enable row level security;
alter table push_settings force row level security;
grant select, insert, update (muted, quiet_from, quiet_until, timezone) on push_settings to studiohub_app;
grant select, delete on push_settings to studiohub_system;
create policy people_choose_their_pushes on push_settings to studiohub_app
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy jobs_read_push_settings on push_settings to studiohub_system using (true) with check (true);

-- Which of these people have a device for notifications, so that no job is queued for all others.
create function door.with_push_device(people uuid[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct d.user_id from public.push_devices d where d.user_id = any (people)
    and (current_setting('role', true) = 'studiohub_system' or app.user_id() is not null)
$$;
alter function door.with_push_device(uuid[]) owner to studiohub_door;
grant execute on function door.with_push_device(uuid[]) to studiohub_app, studiohub_system;

-- The devices that may show a notification now: of a living session that needs no second factor, at this studio, of a
-- person who has a role there. Invitations and answers are for people who have none yet.
create function door.push_targets(notice uuid)
  returns table (id uuid, secret text, public_key text, host text, bound_studio_id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d.id, d.secret, d.public_key, d.host, s.studio_id
  from public.notices n
  join public.push_devices d on d.user_id = n.user_id
  join auth.sessions s on s.id = d.session_id and s.user_id = d.user_id
    and (s.studio_id is null or s.studio_id = n.studio_id)
  join auth.users u on u.id = d.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  where n.id = notice
    and not (s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'))
    and (n.kind in ('invitation', 'request_answered') or exists (
      select from public.user_roles r where r.user_id = n.user_id and r.status = 'active' and r.removed_at is null
        and (r.studio_id = n.studio_id or r.role = 'super_admin')))
$$;
grant select (studio_id, kind) on notices to studiohub_door;
alter function door.push_targets(uuid) owner to studiohub_door;
revoke execute on function door.push_targets(uuid) from public;
grant execute on function door.push_targets(uuid) to studiohub_system;
