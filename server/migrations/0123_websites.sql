-- Websites that may show a studio's booking form in a frame: origins such as https://example.com.
alter table studios add column websites text[] not null default '{}',
  add constraint studio_websites check (
    cardinality(websites) <= 10 and array_position(websites, null) is null
    -- The answer's policy lists them: nothing but an origin may stand there.
    and array_to_string(websites, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( |$))*$');
grant update (websites) on studios to studiohub_app;

-- For the policy of the framed page. Null for a closed studio.
create function door.studio_websites(studio uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.websites from public.studios s where s.id = studio and s.is_active
$$;
alter function door.studio_websites(uuid) owner to studiohub_door;
revoke all on function door.studio_websites(uuid) from public;
grant execute on function door.studio_websites(uuid) to studiohub_app;
