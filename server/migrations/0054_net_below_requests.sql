-- What no service writes of requests and texts, direct SQL in a person's rights cannot write either.

-- The time of the server that asks, which every deadline is counted from; without one, that of the database.
create function app.now() returns timestamptz language sql stable
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

-- The same as `requestExpiry` in the contract: when a client's request that is made now ends without an answer.
create function app.request_expiry(studio uuid, starts timestamptz) returns timestamptz language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select greatest(app.now() + interval '30 minutes', least(app.now() + make_interval(hours => s.request_expiry_hours),
    starts - make_interval(mins => s.min_notice_minutes)))
  from public.studios s where s.id = studio
$$;

-- What a service costs at a studio, in the service's own currency or the studio's.
create function app.service_price(studio uuid, service text) returns table (price_minor integer, currency text)
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select o.price_minor, case when o.price_minor is not null then coalesce(o.currency, s.currency) end
  from public.studios s left join public.studio_services o on o.studio_id = s.id and o.key = service
  where s.id = studio
$$;
grant execute on function app.now(), app.request_expiry(uuid, timestamptz), app.service_price(uuid, text) to studiohub_app;

-- A client's request waits no longer than a new one would, and a change of it never makes it wait longer.
create function app.keep_clients_expiry() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if app.role() is distinct from 'client' then return new; end if;
  if tg_op = 'UPDATE' and (new.starts_at, new.expires_at) is not distinct from (old.starts_at, old.expires_at) then
    return new;
  end if;
  -- A service that its studio confirms at once waits for nobody.
  if new.expires_at is null and new.status <> 'pending' then return new; end if;
  if (new.expires_at <= least(old.expires_at, app.request_expiry(new.studio_id, new.starts_at))) is not true then
    raise exception using errcode = '42501', message = 'the studio says how long a request waits';
  end if;
  return new;
end
$$;
create trigger keep_clients_expiry before insert or update of expires_at, starts_at on bookings
  for each row execute function app.keep_clients_expiry();

-- A client's change request costs what its session costs, or, where it asks for another service, what that service costs.
-- It waits until the earlier of both starts at the latest.
create function app.keep_clients_request() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  session record;
  agreed record;
begin
  if app.role() is distinct from 'client' then return new; end if;
  select b.service_type, b.starts_at, b.price_minor, b.currency into session from public.bookings b
    where b.id = new.booking_id;
  if session.service_type = new.service_type then
    agreed := session;
  else
    select p.price_minor, p.currency into agreed from app.service_price(new.studio_id, new.service_type) p;
  end if;
  if (new.price_minor, new.currency) is distinct from (agreed.price_minor, agreed.currency) then
    raise exception using errcode = '42501', message = 'a client sets no price';
  end if;
  if (new.expires_at <= app.request_expiry(new.studio_id, least(session.starts_at, new.starts_at))) is not true then
    raise exception using errcode = '42501', message = 'the studio says how long a request waits';
  end if;
  return new;
end
$$;
create trigger keep_clients_request before insert on change_requests
  for each row execute function app.keep_clients_request();

-- Texts are written with a change of a session: by clients about themselves, by admins about themselves and the people of
-- their studio. Crew change no session.
drop policy people_write_texts_of_their_studio on audit_texts;
create policy people_write_texts_of_sessions on audit_texts for insert to studiohub_app
  with check (
    ((select app.role()) = 'client' and studio_id = (select app.studio_id()) and person_id = (select app.user_id()))
    or (((select app.role()) = 'super_admin'
        or ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id())))
      and (person_id = (select app.user_id())
        or exists (select from bookings b where b.studio_id = audit_texts.studio_id and b.client_id = person_id)
        or exists (select from user_roles r where r.studio_id = audit_texts.studio_id and r.user_id = person_id
          and r.status <> 'pending' and r.removed_at is null))));
