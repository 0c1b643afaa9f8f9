-- Visitors see the first picture of each person whom the public page names.
create or replace function door.public_page(studio uuid) returns table (timezone text, location text, contact_email text,
    contact_phone text, links text[], cancellation_cutoff_hours integer, cancellation_policy jsonb,
    visitors_can_book boolean, approve_new_clients boolean, rooms json, people json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.timezone, s.location, s.contact_email, s.contact_phone, s.links, s.cancellation_cutoff_hours,
    s.cancellation_policy, s.visitors_can_book, s.approve_new_clients,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'details', r.details)
        order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'room'),
    (select coalesce(json_agg(json_build_object('name', r.name, 'details', r.details, 'picture', (
          select p.small_url from public.pictures p where p.resource_id = r.id order by p.position, p.id limit 1))
        order by r.position, r.id), '[]')
      from public.resources r where r.studio_id = s.id and r.is_active and r.kind = 'person' and s.shows_people)
  from public.studios s where s.id = studio and s.is_active
$$;

-- The pictures of a person's resource are deleted with their account.
grant delete on pictures to studiohub_system;
create policy jobs_delete_pictures_of_people on pictures for delete to studiohub_system
  using (exists (select from resources r where r.id = pictures.resource_id and r.kind = 'person'));
