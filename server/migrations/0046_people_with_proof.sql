-- Operators see whether a person has confirmed their address: whoever has not may only claim it.
drop function door.people(uuid, text, timestamptz, uuid, integer);
create function door.people(wanted uuid, search text, after_at timestamptz, after_id uuid, most integer)
  returns table (id uuid, email text, email_proven boolean, full_name text, phone text, created_at timestamptz,
    banned_until timestamptz, total bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with matching as (
    select p.id, u.email, u.email_proven, p.full_name, p.phone, date_trunc('milliseconds', p.created_at) as created_at,
      case when u.banned_until > now() then u.banned_until end as banned_until
    from public.profiles p join auth.users u on u.id = p.id and u.deleted_at is null
    where app.role() = 'super_admin' and (wanted is null or p.id = wanted)
      and (search is null or position(lower(search) in lower(concat_ws(' ', p.full_name, u.email, p.phone))) > 0)
  )
  select m.id, m.email, m.email_proven, m.full_name, m.phone, m.created_at, m.banned_until, (select count(*) from matching)
  from matching m
  where after_at is null or (m.created_at, m.id) < (after_at, after_id)
  order by m.created_at desc, m.id desc limit most
$$;
alter function door.people(uuid, text, timestamptz, uuid, integer) owner to studiohub_door;
revoke execute on function door.people(uuid, text, timestamptz, uuid, integer) from public;
grant execute on function door.people(uuid, text, timestamptz, uuid, integer) to studiohub_app;
