-- Crew may work at the desk: they do the studio's bookings beside its admins (docs/decisions/0094).
alter table user_roles
  add column at_desk boolean not null default false,
  add constraint user_role_desk check (not at_desk or (role = 'staff' and status = 'active'));
grant update (at_desk) on user_roles to studiohub_app;
alter table invitations add column at_desk boolean not null default false;
grant select (at_desk) on invitations to studiohub_app;

-- The door also reads whether the deciding role works at the desk.
drop function door.actor(uuid);
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, client_id uuid, at_desk boolean,
    awaits_factor boolean, bound_studio_id uuid, has_other_roles boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, r.role, r.studio_id, c.id, r.at_desk,
      s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'),
      s.studio_id,
      s.studio_id is not null and exists (
        select from public.user_roles o
        where o.user_id = u.id and o.status in ('active', 'pending') and o.studio_id is distinct from s.studio_id)
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id, ur.at_desk from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active' and (s.studio_id is null or ur.studio_id = s.studio_id)
      order by ur.activated_at desc limit 1
    ) r on true
    left join public.client_records c on r.role = 'client' and c.studio_id = r.studio_id and c.user_id = u.id
    where s.id = session;
end $$;
alter function door.actor(uuid) owner to studiohub_door;
grant execute on function door.actor(uuid) to studiohub_login;

-- Whether the caller does the desk's work at their studio: as its admin, or as crew at the desk.
create function app.works_at_desk() returns boolean language sql stable
  as $$ select coalesce(app.role() = 'studio_admin'
    or (app.role() = 'staff' and current_setting('app.at_desk', true) = 'on'), false) $$;
grant execute on function app.works_at_desk() to public;

-- An admin gives and takes the desk of people who are crew, never their own. The constraint above lets no request ask for it.
create or replace function app.guard_role_steps() returns trigger language plpgsql as $$
declare
  removal_stands boolean := (old.removed_at, old.removed_by) is not distinct from (new.removed_at, new.removed_by);
  rejected boolean := old.status = 'pending' and new.status = 'inactive' and old.removed_at is not null and removal_stands;
  only_desk boolean := old.status = 'active' and new.status = 'active' and new.at_desk <> old.at_desk and removal_stands
    and (old.activated_at, old.created_at, old.requested_at) = (new.activated_at, new.created_at, new.requested_at);
begin
  -- A place at the desk ends with the role.
  if new.status <> 'active' or new.role <> 'staff' then new.at_desk := false; end if;
  if app.user_id() is null or app.role() = 'super_admin' or rejected then return new; end if;
  if old.user_id = app.user_id() then
    if removal_stands and (old.status = 'inactive' and new.status = 'pending'
      or old.role = 'client' and old.removed_at is null and old.status <> 'pending' and new.status <> 'pending')
    then return new; end if;
  elsif old.status = 'pending' and new.status = 'active' and new.removed_at is null
    or old.status <> 'pending' and new.status = 'inactive' and new.removed_by = app.user_id()
    or only_desk
  then return new; end if;
  raise insufficient_privilege using message = 'this role cannot be changed in this way';
end $$;

-- The desk makes, moves, answers and ends bookings as the studio's admins do.
alter policy people_make_bookings on bookings
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()) and booking_type = 'client_booking'
        and (status = 'pending' or (status = 'confirmed' and app.confirms_at_once(studio_id, service_type))))))));
alter policy bookings_take_their_steps on bookings
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()) and holds))));
alter policy people_make_series on booking_series
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))))));
alter policy series_are_changed on booking_series
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy bookings_hold_what_they_need on reservations
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk()) or (select app.role()) = 'client')));
alter policy bookings_give_up_what_they_hold on reservations
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and exists (
        select from bookings b where b.id = booking_id and b.client_id = (select app.client_id()))))));
alter policy change_requests_are_answered on change_requests
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_write_texts_of_sessions on audit_texts
  with check (
    ((select app.role()) = 'client' and studio_id = (select app.studio_id()) and client_id = (select app.client_id()))
    or (((select app.role()) = 'super_admin'
        or ((select app.works_at_desk()) and studio_id = (select app.studio_id())))
      and (person_id = (select app.user_id()) or client_id is not null)));
