-- Clients are records of a studio, with or without an account (docs/decisions/0093). `client_id` names a record everywhere.
create table client_records (
  studio_id uuid not null references studios (id) on delete cascade,
  -- The account's id where the account came first, so that every id from before stays valid.
  id uuid not null default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  name text,
  email text,
  phone text,
  company text,
  notes text not null default '',
  tags text[] not null default '{}',
  language text,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  version integer not null default 1,
  primary key (studio_id, id),
  constraint client_record_of_account unique (studio_id, user_id),
  constraint client_record_name check (char_length(name) between 1 and 120),
  constraint client_record_texts check (char_length(email) <= 254 and char_length(phone) <= 40
    and char_length(company) <= 120 and char_length(notes) <= 5000 and char_length(language) <= 35),
  constraint client_record_tags check (cardinality(tags) <= 20)
);
create index client_records_by_user on client_records (user_id) where user_id is not null;
create index client_records_by_time on client_records (studio_id, created_at, id);

-- Forced policies would hide the rows from the owner of the tables.
alter table user_roles no force row level security;
alter table profiles no force row level security;
alter table bookings no force row level security;
alter table booking_series no force row level security;
alter table change_requests no force row level security;
alter table projects no force row level security;
alter table board_samples no force row level security;
alter table client_checkins no force row level security;
insert into client_records (studio_id, id, user_id, name, email, phone, created_at, updated_at, removed_at)
select c.studio_id, u.id, u.id, nullif(left(p.full_name, 120), ''),
  case when u.deleted_at is null then left(u.email, 254) end, left(p.phone, 40),
  coalesce(r.created_at, now()), coalesce(r.created_at, now()),
  case when r.id is null then now() else r.removed_at end
from (
  select studio_id, user_id as client_id from user_roles
    where role = 'client' and studio_id is not null and (status <> 'pending' or removed_at is not null)
  union select studio_id, client_id from bookings union select studio_id, client_id from booking_series
  union select studio_id, client_id from change_requests union select studio_id, client_id from projects
  union select studio_id, client_id from board_samples union select studio_id, client_id from client_checkins) c
join auth.users u on u.id = c.client_id
left join profiles p on p.id = u.id
left join user_roles r on r.studio_id = c.studio_id and r.user_id = c.client_id and r.role = 'client';
alter table client_checkins force row level security;
alter table board_samples force row level security;
alter table projects force row level security;
alter table change_requests force row level security;
alter table booking_series force row level security;
alter table bookings force row level security;
alter table profiles force row level security;
alter table user_roles force row level security;
create unique index client_record_email on client_records (studio_id, lower(email)) where removed_at is null;

-- The record of the caller, where they act as a client; set by the door as the other settings are.
create function app.client_id() returns uuid language sql stable
  as $$ select nullif(current_setting('app.client_id', true), '')::uuid $$;
grant execute on function app.client_id() to public;

alter table client_records enable row level security;
alter table client_records force row level security;
grant select, insert on client_records to studiohub_app;
grant update (name, email, phone, company, notes, tags, language, removed_at, updated_at, version) on client_records
  to studiohub_app;
grant select, update on client_records to studiohub_system;
grant select, insert, update on client_records to studiohub_door;
create policy people_see_client_records on client_records for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or id = (select app.client_id()))));
create policy admins_make_client_records on client_records for insert to studiohub_app
  with check (user_id is null and created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')));
create policy admins_change_client_records on client_records for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_client_records on client_records to studiohub_system using (true) with check (true);
create policy the_door_keeps_client_records on client_records to studiohub_door using (true) with check (true);

-- Every active client of a studio has a record there.
alter table user_roles add column client_of uuid generated always as (
  case when role = 'client' and status = 'active' then user_id end) stored;

-- Makes the record when somebody becomes a client, with what they gave at that time. Later changes of the account stay their
-- own. An address that another record of the studio has is left out.
create function door.keep_client_record() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  address text;
begin
  if new.role <> 'client' or new.studio_id is null or new.status = 'pending' then return new; end if;
  update public.client_records r set removed_at = new.removed_at,
    email = case when exists (select from public.client_records o where o.studio_id = r.studio_id and o.id <> r.id
      and lower(o.email) = lower(r.email) and o.removed_at is null) then null else r.email end
    where r.studio_id = new.studio_id and r.user_id = new.user_id;
  if found then return new; end if;
  select u.email into address from auth.users u where u.id = new.user_id and u.deleted_at is null
    and not exists (select from public.client_records o where o.studio_id = new.studio_id
      and lower(o.email) = lower(u.email) and o.removed_at is null);
  insert into public.client_records (studio_id, id, user_id, name, email, phone, removed_at)
    select new.studio_id,
      case when exists (select from public.client_records o where o.studio_id = new.studio_id and o.id = new.user_id)
        then gen_random_uuid() else new.user_id end,
      new.user_id, nullif(left(p.full_name, 120), ''), left(address, 254), left(p.phone, 40), new.removed_at
    from (select 1) one left join public.profiles p on p.id = new.user_id;
  return new;
end $$;
alter function door.keep_client_record() owner to studiohub_door;
create trigger clients_have_a_record before insert or update of user_id, role, status, studio_id, removed_at on user_roles
  for each row execute function door.keep_client_record();
alter table user_roles add constraint client_has_a_record foreign key (studio_id, client_of)
  references client_records (studio_id, user_id);

alter table bookings drop constraint bookings_client_id_fkey,
  add constraint bookings_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id);
alter table booking_series drop constraint booking_series_client_id_fkey,
  add constraint series_of_client foreign key (studio_id, client_id) references client_records on delete set null (client_id);
create index booking_series_by_client on booking_series (client_id) where client_id is not null;
alter table change_requests drop constraint change_requests_client_id_fkey,
  add constraint change_requests_of_client foreign key (studio_id, client_id) references client_records on delete cascade;
alter table projects drop constraint projects_client_id_fkey,
  add constraint projects_of_client foreign key (studio_id, client_id) references client_records on delete cascade;
alter table board_samples drop constraint board_samples_client_id_fkey,
  add constraint samples_of_client foreign key (studio_id, client_id) references client_records on delete cascade;
alter table client_checkins drop constraint client_checkins_client_id_fkey,
  add constraint checkins_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id);

-- The same policies, which compare with the caller's record instead of with the caller.
alter policy clients_are_shown_it_once on board_samples with check (studio_id = (select app.studio_id())
  and (select app.role()) = 'client' and client_id = (select app.client_id()));
alter policy clients_see_that_they_had_it on board_samples using (studio_id = (select app.studio_id())
  and (select app.role()) = 'client' and client_id = (select app.client_id()));
alter policy people_make_series on booking_series
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))))));
alter policy people_see_their_series on booking_series
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy series_are_changed on booking_series
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_make_bookings on bookings
  with check (created_by = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.client_id()) and booking_type = 'client_booking'
        and (status = 'pending' or (status = 'confirmed' and app.confirms_at_once(studio_id, service_type))))))));
alter policy people_see_their_bookings on bookings
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy bookings_take_their_steps on bookings
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.client_id()) and holds))));
alter policy people_comment on card_comments
  with check (author_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy people_read_comments on card_comments
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_lay_files on card_files
  with check (uploaded_by = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy people_see_files on card_files
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy change_requests_are_answered on change_requests
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy clients_ask_for_changes on change_requests
  with check ((select app.role()) = 'client' and studio_id = (select app.studio_id())
    and client_id = (select app.client_id()) and exists (
      select from bookings b where b.id = booking_id and b.client_id = (select app.client_id()) and b.status = 'confirmed'));
alter policy people_see_their_change_requests on change_requests
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_delete_cards on production_cards
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'staff' and created_by = (select app.user_id()))
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_make_cards on production_cards
  with check (created_by = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy people_see_their_cards on production_cards
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_change_their_cards on production_cards
  using (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy people_clear_their_sample on projects using (is_sample and studio_id = (select app.studio_id())
  and (select app.role()) = 'client' and client_id = (select app.client_id()));
alter policy people_start_projects on projects
  with check (created_by = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy people_see_their_projects on projects
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
alter policy people_change_their_projects on projects
  using (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
alter policy bookings_give_up_what_they_hold on reservations
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'client' and exists (
        select from bookings b where b.id = booking_id and b.client_id = (select app.client_id()))))));
alter policy people_see_their_studios_tasks on tasks
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and exists (
        select from projects p where p.id = project_id and p.client_id = (select app.client_id()))))));

-- Texts of a change are about a client, who may have no account, or about the person who made it.
alter table audit_texts alter column person_id drop not null,
  add column client_id uuid,
  add constraint audit_texts_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  add constraint audit_texts_are_about_somebody check (num_nonnulls(person_id, client_id) = 1),
  add constraint audit_texts_of_client_at_studio check (client_id is null or studio_id is not null);
create index audit_texts_by_client on audit_texts (studio_id, client_id) where client_id is not null;
alter policy people_write_texts_of_sessions on audit_texts
  with check (
    ((select app.role()) = 'client' and studio_id = (select app.studio_id()) and client_id = (select app.client_id()))
    or (((select app.role()) = 'super_admin'
        or ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id())))
      and (person_id = (select app.user_id()) or client_id is not null)));

-- As before, with the caller's record.
drop function door.actor(uuid);
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, client_id uuid, awaits_factor boolean,
    bound_studio_id uuid, has_other_roles boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, r.role, r.studio_id, c.id,
      s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'),
      s.studio_id,
      s.studio_id is not null and exists (
        select from public.user_roles o
        where o.user_id = u.id and o.status in ('active', 'pending') and o.studio_id is distinct from s.studio_id)
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active' and (s.studio_id is null or ur.studio_id = s.studio_id)
      order by ur.activated_at desc limit 1
    ) r on true
    left join public.client_records c on r.role = 'client' and c.studio_id = r.studio_id and c.user_id = u.id
    where s.id = session;
end $$;
alter function door.actor(uuid) owner to studiohub_door;
grant execute on function door.actor(uuid) to studiohub_login;

create or replace function door.booking_history(booking uuid, below bigint, most integer)
  returns table (id bigint, at timestamptz, by text, actor_id uuid, action text, before jsonb, after jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  asker uuid := app.user_id();
  asker_role text := coalesce(app.role(), '');
  told public.bookings%rowtype;
  account uuid;
  this jsonb := jsonb_build_array(jsonb_build_object('id', booking));
begin
  select b.id, b.studio_id, b.client_id, b.series_id into told.id, told.studio_id, told.client_id, told.series_id
    from public.bookings b
    where b.id = booking and (asker_role in ('super_admin', 'studio_admin', 'staff')
      or (asker_role = 'client' and b.client_id = app.client_id()));
  if told.id is null then return; end if;
  select r.user_id into account from public.client_records r where r.studio_id = told.studio_id and r.id = told.client_id;
  return query
    select e.id, e.at,
      case when e.actor_id = asker then 'you' when e.actor_id is null then 'nobody'
        when e.actor_id = coalesce(account, told.client_id, (coalesce(e.after, e.before) ->> 'client_id')::uuid) then 'client'
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

-- An email about a session goes to the account of its client or admin, or to the address of a client without an account.
alter table booking_messages add column client_id uuid,
  add constraint booking_messages_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  add constraint booking_message_recipient check (user_id is null or client_id is null);
create unique index booking_client_messages_once on booking_messages (booking_id, client_id, kind, version)
  where client_id is not null and kind <> 'reminder';
create unique index booking_client_reminders_once on booking_messages (booking_id, client_id, starts_at)
  where client_id is not null and kind = 'reminder';
