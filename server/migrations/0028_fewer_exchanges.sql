-- Who is asking is asked with every call, and a function in SQL that runs in its owner's rights is read and planned anew
-- each time it is called: that cost twice what it looked up. In PL/pgSQL a connection keeps the plan (docs/decisions/0048).
create or replace function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, r.role, r.studio_id
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active'
      order by ur.created_at desc limit 1
    ) r on true
    where s.id = session;
end $$;

-- Bookings and their holds are written by one statement on whose answer nobody waits: where a part of it could not be
-- written it fails by itself, and the commit that is already on its way undoes it. A hold that overlaps another one is left
-- out by the statement and not refused by the constraint, which would have racing ones wait for each other.
create function app.must_be_written(all_bookings boolean, all_holds boolean) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if not all_bookings then
    raise check_violation using constraint = 'booking_client_in_studio', message = 'the client is none of the studio';
  end if;
  if not all_holds then
    raise exclusion_violation using constraint = 'reservations_no_overlap', message = 'the time is taken';
  end if;
end $$;
grant execute on function app.must_be_written(boolean, boolean) to studiohub_app, studiohub_system;
