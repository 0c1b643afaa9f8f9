-- Studios, the people in them, and the one function that says who is asking.

create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  phone text,
  created_at timestamptz not null default now()
);

create table studios (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  custom_domain text,
  domain_verified_at timestamptz,
  type text not null check (type in ('recording', 'video', 'photo', 'multi_purpose', 'podcast')),
  location text,
  contact_email text,
  contact_phone text,
  is_active boolean not null default false,
  logo_url text,
  tagline text,
  background_image_url text,
  favicon_url text,
  hero_image_url text,
  voice_setting text not null default 'professional'
    check (voice_setting in ('professional', 'casual', 'cinematic', 'playful')),
  brand_colors jsonb not null default '{}',
  fonts jsonb not null default '{"heading": "Inter", "body": "Inter"}',
  timezone text not null default 'UTC',
  currency text not null default 'USD',
  approve_new_clients boolean not null default false,
  cancellation_cutoff_hours integer not null default 24 check (cancellation_cutoff_hours between 0 and 720),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint studio_slug_unique unique (slug),
  constraint studio_domain_unique unique (custom_domain),
  constraint studio_slug_shape check (slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'),
  -- The same list as contract/src/shared/slug.ts; a test compares them.
  constraint studio_slug_reserved check (slug <> all (array[
    'auth', 'super-admin', 'studio', 'staff', 'partner', 'profile', 'network', 'case-studies', 'docs', 'training',
    's', 'client', 'api', 'internal', 'brand', 'events', 'assets', 'storage', 'functions', 'admin', 'app', 'www',
    'static', 'health', 'healthz', 'readyz', 'metrics', 'calendars', 'book', 'invitations', 'favicon.ico',
    'robots.txt', 'sitemap.xml', '.well-known'])),
  constraint studio_domain_shape check (custom_domain = lower(custom_domain) and custom_domain like '%.%')
);

-- Every slug a studio ever had keeps leading to it, so nobody else can take one over.
create table studio_slugs (
  slug text primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  since timestamptz not null default now()
);

create table user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('super_admin', 'studio_admin', 'staff', 'client', 'partner')),
  studio_id uuid references studios (id) on delete cascade,
  status text not null default 'active' check (status in ('pending', 'active', 'inactive')),
  requested_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  removed_by uuid,
  constraint user_role_unique unique nulls not distinct (user_id, role, studio_id),
  constraint user_role_platform_wide check (role not in ('super_admin', 'partner') or studio_id is null)
);
create index user_roles_by_user on user_roles (user_id, created_at desc) where status = 'active';
create index user_roles_by_studio on user_roles (studio_id, role, status, created_at);

-- Who is asking, read from the live session and the newest active role. It is the only reader that stands before the
-- settings exist, so it has an owner of its own with policies of its own; only the login may call it.
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.id, s.id, s.aal, r.role, r.studio_id
  from auth.sessions s
  join auth.users u on u.id = s.user_id
    and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  left join lateral (
    select ur.role, ur.studio_id from public.user_roles ur
    where ur.user_id = u.id and ur.status = 'active'
    order by ur.created_at desc limit 1
  ) r on true
  where s.id = session
$$;

-- What anybody may know of a studio: its face, never its contacts or settings.
create function door.public_studio(wanted_slug text, wanted_host text, wanted_id uuid)
  returns table (id uuid, name text, slug text, type text, is_active boolean, tagline text, logo_url text,
    favicon_url text, hero_image_url text, background_image_url text, brand_colors jsonb, fonts jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, s.name, s.slug, s.type, s.is_active, s.tagline, s.logo_url, s.favicon_url, s.hero_image_url,
    s.background_image_url, s.brand_colors, s.fonts
  from public.studios s
  where s.id = (select k.studio_id from public.studio_slugs k where k.slug = wanted_slug)
     or (s.custom_domain = wanted_host and s.domain_verified_at is not null)
     or s.id = wanted_id
  limit 1
$$;

create function door.open_studios(after_name text, after_id uuid, wanted integer)
  returns table (id uuid, name text, slug text, type text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, s.name, s.slug, s.type from public.studios s
  where s.is_active and (after_name is null or (s.name, s.id) > (after_name, after_id))
  order by s.name, s.id limit wanted
$$;

-- How a studio takes a newcomer: null where it takes none.
create function door.takes_members(studio uuid)
  returns table (id uuid, name text, slug text, approve_new_clients boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, s.name, s.slug, s.approve_new_clients from public.studios s where s.id = studio and s.is_active
$$;

-- The name of a studio that somebody asked to join, for the page on which they wait.
create function door.studio_name(studio uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select s.name from public.studios s where s.id = studio $$;

-- One's own account as the profile shows it; nobody else's can be asked for.
create function door.account() returns table (email text, avatar_url text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select u.email, u.user_metadata ->> 'avatar_url' from auth.users u where u.id = app.user_id() $$;

-- True only for the very first admin of a studio, so that a founder can take their seat and nobody can take it again.
create function door.may_found(studio uuid, founder uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.studios s where s.id = studio and s.created_by = founder)
     and not exists (select from public.user_roles r where r.studio_id = studio)
$$;

grant usage on schema app to studiohub_door;
grant select on user_roles, studios, studio_slugs to studiohub_door;
alter function door.actor(uuid) owner to studiohub_door;
alter function door.public_studio(text, text, uuid) owner to studiohub_door;
alter function door.open_studios(text, uuid, integer) owner to studiohub_door;
alter function door.takes_members(uuid) owner to studiohub_door;
alter function door.studio_name(uuid) owner to studiohub_door;
alter function door.account() owner to studiohub_door;
alter function door.may_found(uuid, uuid) owner to studiohub_door;

create function app.keep_slug() returns trigger language plpgsql as $$
begin
  insert into public.studio_slugs (slug, studio_id) values (new.slug, new.id) on conflict do nothing;
  -- Not the insert's own conflict: one's own former slug may be taken up again.
  if door.slug_owner(new.slug) is distinct from new.id then
    raise unique_violation using constraint = 'studio_slug_unique', message = 'a studio had this slug before';
  end if;
  return new;
end $$;
create function door.slug_owner(wanted text) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select k.studio_id from public.studio_slugs k where k.slug = wanted $$;
alter function door.slug_owner(text) owner to studiohub_door;
create trigger studios_keep_slug after insert or update of slug on studios
  for each row execute function app.keep_slug();

-- The login opens the door; what runs behind it may ask only what a policy or a service needs.
grant execute on function door.actor(uuid) to studiohub_login;
grant execute on function door.public_studio(text, text, uuid), door.open_studios(text, uuid, integer),
  door.takes_members(uuid), door.studio_name(uuid), door.account(), door.may_found(uuid, uuid), door.slug_owner(text)
  to studiohub_app, studiohub_system, studiohub_auth;

alter table profiles enable row level security;
alter table profiles force row level security;
alter table studios enable row level security;
alter table studios force row level security;
alter table studio_slugs enable row level security;
alter table studio_slugs force row level security;
alter table user_roles enable row level security;
alter table user_roles force row level security;

create policy the_door_reads_roles on user_roles for select to studiohub_door using (true);
create policy the_door_reads_studios on studios for select to studiohub_door using (true);
create policy the_door_reads_slugs on studio_slugs for select to studiohub_door using (true);

-- profiles
grant select on profiles to studiohub_app;
grant update (full_name, phone) on profiles to studiohub_app;
grant select, insert on profiles to studiohub_auth;
grant select on profiles to studiohub_system;
create policy people_see_who_they_work_with on profiles for select to studiohub_app
  using (id = (select app.user_id())
    or (select app.role()) = 'super_admin'
    or ((select app.role()) in ('studio_admin', 'staff') and id in (
      select r.user_id from user_roles r where r.studio_id = (select app.studio_id()))));
create policy people_change_their_own on profiles for update to studiohub_app
  using (id = (select app.user_id()));
create policy auth_makes_profiles on profiles to studiohub_auth using (true);
create policy jobs_read_profiles on profiles for select to studiohub_system using (true);

-- studios
grant select, insert on studios to studiohub_app;
grant update (name, slug, type, location, contact_email, contact_phone, is_active, approve_new_clients, updated_at)
  on studios to studiohub_app;
grant select, update on studios to studiohub_system;
grant select (id, name, slug, custom_domain, domain_verified_at, logo_url) on studios to studiohub_auth;
create policy people_see_their_studio on studios for select to studiohub_app
  using (id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy founders_and_operators_open_studios on studios for insert to studiohub_app
  with check (created_by = (select app.user_id())
    and ((select app.role()) is null or (select app.role()) = 'super_admin'));
create policy admins_change_their_studio on studios for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_studios on studios to studiohub_system using (true);
create policy auth_reads_studios on studios for select to studiohub_auth using (true);

-- studio_slugs: written by the trigger, in the rights of whoever writes the studio
grant insert on studio_slugs to studiohub_app;
create policy slugs_follow_their_studio on studio_slugs for insert to studiohub_app
  with check ((select app.role()) is null and door.may_found(studio_id, (select app.user_id()))
    or (select app.role()) = 'super_admin');

-- user_roles
grant select, insert on user_roles to studiohub_app;
grant update (status, requested_at, created_at, removed_at, removed_by) on user_roles to studiohub_app;
grant delete on user_roles to studiohub_app;
grant select, insert, update on user_roles to studiohub_system;
create policy people_see_roles_around_them on user_roles for select to studiohub_app
  using (user_id = (select app.user_id())
    or (select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')));
-- One's own first role (spec section 2, onboarding), a client's next studio, a request, or what an operator gives: nobody
-- makes themselves crew, admin of a studio that exists or operator, nor a client where the studio approves its clients.
create policy people_take_their_place on user_roles for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (user_id = (select app.user_id()) and removed_at is null and (
      (role = 'client' and exists (select from door.takes_members(studio_id) taking where status = 'pending'
        or (status = 'active' and not taking.approve_new_clients and coalesce((select app.role()), 'client') = 'client')))
      or (role = 'staff' and status = 'pending' and exists (select from door.takes_members(studio_id)))
      or (role = 'partner' and status = 'active' and (select app.role()) is null)
      or (role = 'studio_admin' and status = 'active' and door.may_found(studio_id, (select app.user_id()))))));
-- A client closes and reopens their own memberships when switching, and a person who was removed may ask again; the
-- trigger below says which steps are theirs. Admins decide on requests and end the roles of clients and crew.
create policy roles_are_changed_by_those_who_may on user_roles for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (user_id = (select app.user_id()) and role in ('client', 'staff'))
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin' and role in ('client', 'staff')));
-- A row that was removed before keeps the mark: its request is closed, never deleted.
create policy requests_are_withdrawn_or_rejected on user_roles for delete to studiohub_app
  using (status = 'pending' and removed_at is null and (user_id = (select app.user_id())
    or (select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')));

-- A policy cannot compare old with new. Of their own, a client closes and reopens a membership and a former member asks
-- again; nobody answers their own request or forgets their own removal. Admins answer requests and end memberships, and
-- bring nobody back who did not ask: the newest role decides, so that would take people away from where they are now.
create function app.guard_role_steps() returns trigger language plpgsql as $$
declare
  removal_stands boolean := (old.removed_at, old.removed_by) is not distinct from (new.removed_at, new.removed_by);
  rejected boolean := old.status = 'pending' and new.status = 'inactive' and old.removed_at is not null and removal_stands;
begin
  if app.user_id() is null or app.role() = 'super_admin' or rejected then return new; end if;
  if old.user_id = app.user_id() then
    if removal_stands and (old.status = 'inactive' and new.status = 'pending'
      or old.role = 'client' and old.removed_at is null and old.status <> 'pending' and new.status <> 'pending')
    then return new; end if;
  elsif old.status = 'pending' and new.status = 'active' and new.removed_at is null
    or old.status <> 'pending' and new.status = 'inactive' and new.removed_by = app.user_id()
  then return new; end if;
  raise insufficient_privilege using message = 'this role cannot be changed in this way';
end $$;
create trigger user_roles_guard_steps before update on user_roles
  for each row execute function app.guard_role_steps();
create policy jobs_keep_roles on user_roles to studiohub_system using (true);
