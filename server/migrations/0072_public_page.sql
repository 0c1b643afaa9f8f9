-- What a studio's public page shows besides its services and times (docs/decisions/0102).
alter table studios
  add column links text[] not null default '{}',
  add column shows_people boolean not null default false,
  add constraint studio_links check (cardinality(links) <= 6);
grant update (links, shows_people) on studios to studiohub_app;

-- Size and gear of a room, in a sentence or two.
alter table resources add column details text, add constraint resource_details check (char_length(details) <= 300);
grant update (details) on resources to studiohub_app;
grant select (name, details) on resources to studiohub_door;

-- The studio's own texts of that page. A closed studio shows none of them.
create function door.public_page(studio uuid) returns table (timezone text, location text, contact_email text,
    contact_phone text, links text[], cancellation_cutoff_hours integer, rooms json, people json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.timezone, s.location, s.contact_email, s.contact_phone, s.links, s.cancellation_cutoff_hours,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'details', r.details)
        order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_agg(json_build_object('name', r.name, 'details', r.details) order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'person' and s.shows_people)
  from public.studios s where s.id = studio and s.is_active
$$;
alter function door.public_page(uuid) owner to studiohub_door;
grant execute on function door.public_page(uuid) to studiohub_app;
