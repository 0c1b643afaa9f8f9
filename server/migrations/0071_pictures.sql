-- Pictures of services and rooms (docs/decisions/0101). Each belongs to one service or one room.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  service_key text,
  resource_id uuid,
  position integer not null,
  url text not null,
  small_url text not null,
  -- What it shows, for people who cannot see it; empty until the studio has written it.
  alt text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  constraint picture_of_one check ((service_key is null) <> (resource_id is null)),
  constraint picture_alt check (char_length(alt) <= 200),
  constraint picture_position check (position >= 0),
  constraint picture_of_service foreign key (studio_id, service_key)
    references studio_services (studio_id, key) on delete cascade,
  constraint picture_of_resource foreign key (resource_id, studio_id) references resources (id, studio_id) on delete cascade
);
create index pictures_by_studio on pictures (studio_id, service_key, resource_id, position);
create index pictures_by_resource on pictures (resource_id) where resource_id is not null;
create index pictures_by_url on pictures (url);
create index pictures_by_small_url on pictures (small_url);
alter table pictures enable row level security;
alter table pictures force row level security;
grant select, insert, delete on pictures to studiohub_app;
grant update (position, alt) on pictures to studiohub_app;
grant select on pictures to studiohub_system, studiohub_door;
create policy people_see_pictures on pictures for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_add_pictures on pictures for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_change_pictures on pictures for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_remove_pictures on pictures for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_read_pictures on pictures for select to studiohub_system using (true);
create policy the_door_tells_pictures on pictures for select to studiohub_door using (true);

-- What a visitor of an active studio sees of its rooms and services: names of rooms that can be booked, and pictures.
create function door.public_pictures(wanted_slug text) returns table (rooms json, services json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'pictures', (
        select coalesce(json_agg(json_build_object('url', p.url, 'small_url', p.small_url, 'alt', p.alt)
          order by p.position, p.id), '[]')
        from public.pictures p where p.resource_id = r.id)) order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_object_agg(o.key, (
        select json_agg(json_build_object('url', p.url, 'small_url', p.small_url, 'alt', p.alt) order by p.position, p.id)
        from public.pictures p where p.studio_id = o.studio_id and p.service_key = o.key)), '{}')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable)
  from public.studios s where s.slug = wanted_slug and s.is_active
$$;
grant select (name) on resources to studiohub_door;
alter function door.public_pictures(text) owner to studiohub_door;
grant execute on function door.public_pictures(text) to studiohub_app;
