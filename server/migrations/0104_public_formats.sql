-- The country of a studio, for the formats of its public page (docs/decisions/0125). Null for a closed studio.
create function door.studio_country(studio uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.country from public.studios s where s.id = studio and s.is_active
$$;
alter function door.studio_country(uuid) owner to studiohub_door;
revoke all on function door.studio_country(uuid) from public;
grant execute on function door.studio_country(uuid) to studiohub_app;
