-- Reminders by text message, to people who agreed (docs/decisions/0104).
alter table studios add column text_hours integer[] not null default '{}',
  add constraint studio_text_hours check (cardinality(text_hours) <= 4 and 1 <= all (text_hours) and 336 >= all (text_hours));
grant update (text_hours) on studios to studiohub_app;

-- Null: as the studio's.
alter table studio_services add column text_hours integer[],
  add constraint service_text_hours check (cardinality(text_hours) <= 4 and 1 <= all (text_hours) and 336 >= all (text_hours));
grant update (text_hours) on studio_services to studiohub_app;

-- text_consents: which client agreed to text messages of which studio, to which number, and who wrote that down
create table text_consents (
  studio_id uuid not null,
  client_id uuid not null,
  phone text not null,
  agreed_at timestamptz not null default clock_timestamp(),
  agreed_by uuid references auth.users (id) on delete set null,
  -- The client, or the desk that the client told.
  via text not null,
  primary key (studio_id, client_id),
  constraint text_consent_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint text_consent_phone check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint text_consent_via check (via in ('client', 'desk'))
);
create index text_consents_by_phone on text_consents (phone);
alter table text_consents enable row level security;
alter table text_consents force row level security;
grant select, insert, delete on text_consents to studiohub_app;
grant select, delete, update (client_id) on text_consents to studiohub_system;
create policy people_agree_to_texts on text_consents to studiohub_app
  using ((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id())))))
  with check (agreed_by = (select app.user_id())
    and ((via = 'desk' and ((select app.role()) = 'super_admin'
        or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))))
      or (via = 'client' and studio_id = (select app.studio_id()) and (select app.role()) = 'client'
        and client_id = (select app.client_id()))));
create policy jobs_read_text_consents on text_consents to studiohub_system using (true) with check (true);

-- text_stops: numbers that answered STOP; they get no text message of any studio until they answer START
create table text_stops (
  phone text primary key,
  stopped_at timestamptz not null,
  constraint text_stop_phone check (phone ~ '^\+[1-9][0-9]{6,14}$')
);
alter table text_stops enable row level security;
alter table text_stops force row level security;
grant select on text_stops to studiohub_app;
grant select, insert, update, delete on text_stops to studiohub_system;
-- The consents that the reader sees decide.
create policy people_see_stops_of_their_clients on text_stops for select to studiohub_app
  using (exists (select from text_consents c where c.phone = text_stops.phone));
create policy jobs_keep_text_stops on text_stops to studiohub_system using (true) with check (true);

-- A reminder goes by mail or by text message, each once for its hour. The number is kept as a keyed hash, for limits.
alter table booking_messages add column channel text not null default 'mail', add column phone_mac text,
  add constraint booking_message_channel check (channel = 'mail' or (channel = 'text' and kind = 'reminder'));
grant update (phone_mac) on booking_messages to studiohub_system;
drop index booking_reminders_once;
drop index booking_client_reminders_once;
create unique index booking_reminders_once on booking_messages (booking_id, user_id, starts_at, hours_before, channel)
  where kind = 'reminder';
create unique index booking_client_reminders_once
  on booking_messages (booking_id, client_id, starts_at, hours_before, channel)
  where client_id is not null and kind = 'reminder';
create index texts_by_time on booking_messages (created_at) where phone_mac is not null;
