-- What happened to a session, told to everybody who may see it (docs/decisions/0030). The trail is its admin's to read: the
-- door hands out what it says of one booking that the asker may see, the newest first, with the person behind it to the
-- studio's own people alone. Sessions that were made, changed or ended with their series stand in the series' entries.
create index audit_log_of_sessions on audit_log (object_id, id) where object_type in ('booking', 'booking_series');

create function door.booking_history(booking uuid, below bigint, most integer)
  returns table (id bigint, at timestamptz, by text, actor_id uuid, action text, before jsonb, after jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  asker uuid := app.user_id();
  asker_role text := coalesce(app.role(), '');
  told public.bookings%rowtype;
  this jsonb := jsonb_build_array(jsonb_build_object('id', booking));
begin
  select b.id, b.client_id, b.series_id into told.id, told.client_id, told.series_id from public.bookings b
    where b.id = booking and (asker_role in ('super_admin', 'studio_admin', 'staff')
      or (asker_role = 'client' and b.client_id = asker));
  if told.id is null then return; end if;
  return query
    select e.id, e.at,
      case when e.actor_id = asker then 'you' when e.actor_id is null then 'nobody'
        when e.actor_id = coalesce(told.client_id, (coalesce(e.after, e.before) ->> 'client_id')::uuid) then 'client'
        else 'studio' end,
      case when asker_role <> 'client' then e.actor_id end, e.action,
      case e.object_type when 'booking' then e.before else
        (select s from jsonb_array_elements(e.before -> 'sessions') s where s ->> 'id' = booking::text) end,
      case e.object_type when 'booking' then e.after else
        (select s from jsonb_array_elements(e.after -> 'sessions') s where s ->> 'id' = booking::text) end
    from public.audit_log e
    where e.outcome = 'done' and (below is null or e.id < below)
      and ((e.object_type = 'booking' and e.object_id = booking::text)
        or (e.object_type = 'booking_series' and e.object_id = told.series_id::text and e.after -> 'sessions' @> this))
    order by e.id desc limit most;
end $$;
grant select (id, client_id, series_id) on bookings to studiohub_door;
grant select (id, at, actor_id, action, object_type, object_id, outcome, before, after) on audit_log to studiohub_door;
create policy the_door_tells_what_became_of_sessions on audit_log for select to studiohub_door
  using (object_type in ('booking', 'booking_series'));
alter function door.booking_history(uuid, bigint, integer) owner to studiohub_door;
grant execute on function door.booking_history(uuid, bigint, integer) to studiohub_app;

-- A session may belong to a project: one of its own client, at its own studio. The second constraint keeps studios apart
-- where a session has no client, of which the first would ask nothing. A project that goes leaves its sessions behind.
alter table bookings
  add constraint bookings_follow_their_project foreign key (project_id, studio_id, client_id)
    references projects (id, studio_id, client_id) on delete set null (project_id),
  add constraint bookings_of_projects_within_studio foreign key (project_id, studio_id)
    references projects (id, studio_id) on delete set null (project_id);
create index bookings_by_project on bookings (project_id, booking_date) where project_id is not null;
grant update (project_id) on bookings to studiohub_app;

-- A change of a series is told once, of its first session, with how many there are.
alter table booking_messages add column sessions integer not null default 1,
  add constraint booking_message_sessions check (sessions >= 1);
