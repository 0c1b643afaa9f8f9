-- Services that need one of the studio's people (docs/decisions/0116).
alter table studio_services
  -- Any one of these, in this order; null: the service needs nobody.
  add column person_ids uuid[],
  -- What clients call them; null: engineer.
  add column person_title text,
  add constraint service_people check (person_ids <> '{}'),
  add constraint service_person_title check (char_length(person_title) between 1 and 40);
grant update (person_ids, person_title) on studio_services to studiohub_app;

-- As before; but a client's change may replace a person of a service by another of its people, or give them up where the
-- service needs nobody.
create or replace function app.check_given_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.change_request_id is not null or not exists (select from bookings b where b.id = old.booking_id and b.holds) then
    return null;
  end if;
  if not exists (select from reservations h where h.booking_id = old.booking_id and not h.requested) then
    raise exception using errcode = '42501', message = 'a session that is to come holds what it needs';
  end if;
  if app.role() = 'client'
    and not exists (select from reservations h
      where h.booking_id = old.booking_id and h.resource_id = old.resource_id and not h.requested)
    and exists (select from resources r where r.id = old.resource_id and r.kind <> 'room')
    and not (exists (select from studio_services o where o.studio_id = old.studio_id and old.resource_id = any (o.person_ids))
      and exists (select from bookings b left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
        where b.id = old.booking_id and (o.person_ids is null or exists (select from reservations h
          where h.booking_id = b.id and not h.requested and h.resource_id = any (o.person_ids))))) then
    raise exception using errcode = '42501', message = 'people and equipment are the studio''s to remove';
  end if;
  return null;
end $$;

-- As before, with whether a service needs a person and what clients call them.
create or replace function door.priced_offer(studio uuid) returns table (services json, room_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select coalesce(json_agg(json_build_object('key', o.key, 'label', o.label, 'description', o.description,
        'default_minutes', o.default_minutes, 'min_minutes', o.min_minutes, 'max_minutes', o.max_minutes,
        'step_minutes', o.step_minutes, 'capacity', o.capacity, 'room_ids', o.room_ids, 'price_minor', o.price_minor,
        'needs_person', o.person_ids is not null, 'person_title', o.person_title,
        'currency', coalesce(o.currency, s.currency), 'pricing', o.pricing) order by o.position, o.key), '[]')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable
        and not (o.hide_without_price and o.price_minor is null and o.pricing->'rooms' = '[]')),
    array(select r.id from public.resources r
      where r.studio_id = s.id and r.is_active and r.kind = 'room' order by r.position, r.id)
  from public.studios s where s.id = studio and s.is_active
$$;

-- When the people of a service work at an active studio, and when they are booked: the server tells visitors only when one
-- of them is free. Their names and ids stay here.
create function door.people_of_service(studio uuid, service text, first_day date, last_day date)
  returns table (people json, held json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with people as (
    select r.id, row_number() over (order by wanted.place) as number, r.setup_minutes, r.teardown_minutes, r.has_own_hours
    from public.studio_services o cross join lateral unnest(o.person_ids) with ordinality wanted (id, place)
    join public.resources r on r.id = wanted.id and r.studio_id = o.studio_id and r.is_active and r.kind = 'person'
    where o.studio_id = studio and o.key = service and o.is_active and o.is_client_bookable
  )
  select (select coalesce(json_agg(json_build_object('id', p.number::text, 'setup_minutes', p.setup_minutes,
        'teardown_minutes', p.teardown_minutes, 'own_week', case when p.has_own_hours then (
          select coalesce(json_agg(json_build_object('weekday', w.weekday, 'opens', to_char(w.opens, 'HH24:MI'),
            'closes', to_char(w.closes, 'HH24:MI'), 'closes_next_day', w.closes_next_day)), '[]')
          from public.resource_hours w where w.resource_id = p.id) end,
        'days_off', (select coalesce(json_agg(json_build_object('first_date', d.first_date, 'last_date', d.last_date,
            'from_time', to_char(d.from_time, 'HH24:MI'), 'to_time', to_char(d.to_time, 'HH24:MI'))), '[]')
          from public.days_off d where d.resource_id = p.id and d.last_date >= first_day - 1)) order by p.number), '[]')
      from people p),
    (select coalesce(json_agg(t), '[]') from (
      select p.number::text as resource_id, json_agg(json_build_array((extract(epoch from lower(h.during)) * 1000)::bigint,
          (extract(epoch from upper(h.during)) * 1000)::bigint) order by h.during) as held
      from people p join public.reservations h on h.resource_id = p.id and h.holds
        and (h.expires_at is null or h.expires_at > app.now())
        and h.during && tstzrange((first_day - 1)::timestamp at time zone s.timezone,
          (last_day + 3)::timestamp at time zone s.timezone)
      group by p.number) t)
  from public.studios s where s.id = studio and s.is_active
$$;
grant select (person_ids, person_title) on studio_services to studiohub_door;
alter function door.people_of_service(uuid, text, date, date) owner to studiohub_door;
grant execute on function door.people_of_service(uuid, text, date, date) to studiohub_app;
