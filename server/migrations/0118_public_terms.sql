-- Everybody reads the current terms of an open studio on its public pages (docs/decisions/0143).
grant select (id, studio_id, number, text, published_at, ended_at) on terms_versions to studiohub_door;
create policy the_door_tells_current_terms on terms_versions for select to studiohub_door
  using (ended_at is null and exists (select from studios s where s.id = studio_id and s.is_active));

-- The texts that everybody may read: of a studio with its current terms, or with null those of the platform.
drop function door.legal_texts(uuid);
create function door.legal_texts(studio uuid)
  returns table (kind text, text text, version integer, published_on text, country text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.kind, t.text, null, null, null from public.legal_texts t where t.studio_id is not distinct from studio
  union all
  select 'terms', v.text, v.number, (v.published_at at time zone s.timezone)::date::text, s.country
  from public.terms_versions v join public.studios s on s.id = v.studio_id
  where v.studio_id = studio and v.ended_at is null
$$;
alter function door.legal_texts(uuid) owner to studiohub_door;
grant execute on function door.legal_texts(uuid) to studiohub_app;
