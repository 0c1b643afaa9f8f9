-- The trail is never erased, so it keeps ids, names of fields, enumerated words and numbers. The texts of a change lie in a
-- table of their own, by person, and go with the person's account (docs/decisions/0056).
create table audit_texts (
  id uuid primary key,
  person_id uuid not null references profiles (id) on delete cascade,
  studio_id uuid,
  before jsonb not null,
  after jsonb not null,
  constraint audit_texts_are_objects check (jsonb_typeof(before) = 'object' and jsonb_typeof(after) = 'object')
);
create index audit_texts_of_person on audit_texts (person_id);
alter table audit_texts enable row level security;
alter table audit_texts force row level security;
grant insert on audit_texts to studiohub_app;
grant select, insert, delete on audit_texts to studiohub_system;
grant select on audit_texts to studiohub_door;
create policy people_write_texts_of_their_studio on audit_texts for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy jobs_keep_texts on audit_texts to studiohub_system using (true) with check (true);
create policy the_door_reads_texts on audit_texts for select to studiohub_door using (true);

alter table audit_log add column texts_id uuid;
grant select (texts_id) on audit_log to studiohub_door;

-- As before, with the texts that are still there put back beside the facts.
create or replace function door.booking_history(booking uuid, below bigint, most integer)
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
      case e.object_type when 'booking' then e.before || coalesce(t.before, '{}') else
        (select s from jsonb_array_elements(e.before -> 'sessions') s where s ->> 'id' = booking::text) end,
      case e.object_type when 'booking' then e.after || coalesce(t.after, '{}') else
        (select s from jsonb_array_elements(e.after -> 'sessions') s where s ->> 'id' = booking::text) end
    from public.audit_log e left join public.audit_texts t on t.id = e.texts_id
    where e.outcome = 'done' and (below is null or e.id < below)
      and ((e.object_type = 'booking' and e.object_id = booking::text)
        or (e.object_type = 'booking_series' and e.object_id = told.series_id::text and e.after -> 'sessions' @> this))
    order by e.id desc limit most;
end $$;

-- Who leaves takes their texts and their name out of what studios keep (docs/decisions/0056).
grant update (title, description) on projects, production_cards, tasks to studiohub_system;
grant update (notes) on client_checkins to studiohub_system;
grant update (body), delete on card_comments to studiohub_system;
grant update (name) on card_files to studiohub_system;
grant update (data) on notices to studiohub_system;
create policy jobs_take_names_off_projects on projects for update to studiohub_system using (true);
create policy jobs_take_names_off_tasks on tasks for update to studiohub_system using (true);
create policy jobs_take_names_off_checkins on client_checkins for update to studiohub_system using (true);
create policy jobs_take_names_off_comments on card_comments for update to studiohub_system using (true);
create policy jobs_clear_comments on card_comments for delete to studiohub_system using (true);
create policy jobs_take_names_off_files on card_files for update to studiohub_system using (true);

-- The rows so far, by the same rules as `platform/audit.ts`.
create function app.is_fact(field text, value jsonb) returns boolean language sql immutable as $$
  select case jsonb_typeof(value)
    when 'string' then
      (field ~ '^id$|_(id|ids|by|at|to|until|date|time|end)$' or field in ('ip', 'method', 'provider', 'role', 'mentioned',
        'service_type', 'currency', 'changed', 'status', 'state', 'code', 'tier', 'kind', 'type', 'phase', 'priority',
        'booking_type', 'project_type', 'partnershipType', 'assigned_agent', 'asset', 'avatar_source', 'topic', 'webinar',
        'factor_type', 'key', 'answer', 'first'))
      and value #>> '{}' ~ ('^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
        || '|[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?|[0-9]{2}:[0-9]{2}(:[0-9]{2})?'
        || '|[a-z][A-Za-z0-9_.:-]{0,63}|[A-Z][A-Z0-9_]{2,63}|[0-9a-f]*[.:][0-9a-f.:]*)$')
    when 'object' then false
    when 'array' then false
    else true end
$$;
create function app.only_facts(field text, value jsonb) returns jsonb language plpgsql immutable as $$
begin
  if jsonb_typeof(value) = 'object' then
    return (select coalesce(jsonb_object_agg(key, part), '{}')
      from (select e.key, app.only_facts(e.key, e.value) as part from jsonb_each(value) e) parts where part is not null);
  elsif jsonb_typeof(value) = 'array' then
    if field not in ('resources', 'sessions', 'factors', 'changed', 'mentioned') and field !~ '_ids$' then return null; end if;
    return (select coalesce(jsonb_agg(part), '[]')
      from (select app.only_facts(field, e.value) as part from jsonb_array_elements(value) e) parts
      where part is not null);
  end if;
  return case when app.is_fact(field, value) then value end;
end $$;
create function app.changed_fields(was jsonb, became jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(e.key order by e.key), '[]') from jsonb_each(became) e
  where app.only_facts(e.key, e.value) is null and e.key ~ '^[a-z][A-Za-z0-9_]*$'
    and case jsonb_typeof(was) when 'object' then was -> e.key end is distinct from e.value
$$;

-- The owner reads these rows past the policies only while they are not forced.
alter table profiles no force row level security;
alter table audit_log no force row level security;
alter table audit_texts no force row level security;
update audit_log e set texts_id = gen_random_uuid()
  from profiles p join auth.users u on u.id = p.id and u.deleted_at is null
  where e.object_type = 'booking' and jsonb_typeof(e.after) = 'object'
    and p.id = coalesce((e.after ->> 'client_id')::uuid, e.actor_id)
    and (nullif(e.after -> 'notes', 'null') is distinct from nullif(e.before -> 'notes', 'null')
      or nullif(e.after -> 'cancel_reason', 'null') is distinct from nullif(e.before -> 'cancel_reason', 'null'));
insert into audit_texts (id, person_id, studio_id, before, after)
  select e.texts_id, coalesce((e.after ->> 'client_id')::uuid, e.actor_id), e.studio_id,
    jsonb_build_object('notes', e.before -> 'notes', 'cancel_reason', e.before -> 'cancel_reason'),
    jsonb_build_object('notes', e.after -> 'notes', 'cancel_reason', e.after -> 'cancel_reason')
  from audit_log e where e.texts_id is not null;
update audit_log e set
  before = case when jsonb_typeof(e.before) = 'object' then app.only_facts('', e.before) end,
  after = case when jsonb_typeof(e.after) = 'object' then app.only_facts('', e.after)
    || case when e.after ? 'changed' then '{}'
      else jsonb_build_object('changed', app.changed_fields(e.before, e.after)) end end
  where e.before is not null or e.after is not null;
-- A refused call was kept with its whole path, in which a person may have typed anything; its ids and its action remain.
update audit_log set object_id = regexp_replace(object_id, '/(?!(api|v1|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(/|$))[^/]*', '/*', 'g')
  where object_type = 'call';
alter table profiles force row level security;
alter table audit_log force row level security;
alter table audit_texts force row level security;
drop function app.changed_fields(jsonb, jsonb), app.only_facts(text, jsonb), app.is_fact(text, jsonb);
