-- A studio may let its crew confirm and move the sessions that they are assigned to (docs/decisions/0097).
alter table studios add column crew_changes_sessions boolean not null default false;
grant update (crew_changes_sessions) on studios to studiohub_app;

-- Whether the caller is crew whom the studio lets change this session, because they are assigned to it.
create function app.crew_may_change(booking uuid, studio uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(app.role() = 'staff' and studio = app.studio_id(), false)
    and exists (select from studios s where s.id = studio and s.crew_changes_sessions)
    and exists (select from reservations h join resources r on r.id = h.resource_id
      where h.booking_id = booking and not h.requested and r.user_id = app.user_id())
$$;
grant execute on function app.crew_may_change(uuid, uuid) to studiohub_app;

alter policy bookings_take_their_steps on bookings
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()) and holds)
      or ((select app.role()) = 'staff' and holds and app.crew_may_change(id, studio_id)))));
alter policy bookings_hold_what_they_need on reservations
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk()) or (select app.role()) = 'client'
      or ((select app.role()) = 'staff' and app.crew_may_change(booking_id, studio_id)))));
alter policy bookings_give_up_what_they_hold on reservations
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and exists (
        select from bookings b where b.id = booking_id and b.client_id = (select app.client_id())))
      or ((select app.role()) = 'staff' and app.crew_may_change(booking_id, studio_id)))));
-- A move ends the change request of its session.
alter policy change_requests_are_answered on change_requests
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))
      or ((select app.role()) = 'staff' and app.crew_may_change(booking_id, studio_id)))));

-- Crew confirm and move, and change nothing else. A move may cost something else by the studio's list.
create function app.guard_crew_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.role() is distinct from 'staff' or app.works_at_desk() then return new; end if;
  if (new.status = old.status or (old.status = 'pending' and new.status = 'confirmed'))
    and (old.service_type, old.notes, old.project_id, old.people, old.no_show_at, old.expires_at)
      is not distinct from (new.service_type, new.notes, new.project_id, new.people, new.no_show_at, new.expires_at)
    and ((old.price_minor, old.currency, old.price_lines) is not distinct from (new.price_minor, new.currency, new.price_lines)
      or app.price_is_listed(new.studio_id, new.service_type, new.price_lines, old.price_lines))
  then return new; end if;
  raise exception using errcode = '42501', message = 'crew confirm and move sessions only';
end $$;
create trigger guard_crew_change before update on bookings
  for each row execute function app.guard_crew_change();
