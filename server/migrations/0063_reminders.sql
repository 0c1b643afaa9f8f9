-- When clients are reminded of sessions, and of what (docs/decisions/0095).
alter table studios add column reminder_hours integer[] not null default '{24}',
  add constraint studio_reminder_hours check (cardinality(reminder_hours) <= 4
    and 1 <= all (reminder_hours) and 336 >= all (reminder_hours));
grant update (reminder_hours) on studios to studiohub_app;

-- Null: as the studio's.
alter table studio_services add column reminder_hours integer[], add column bring text,
  add constraint service_reminder_hours check (cardinality(reminder_hours) <= 4
    and 1 <= all (reminder_hours) and 336 >= all (reminder_hours)),
  add constraint service_bring check (char_length(bring) between 1 and 1000);
grant update (reminder_hours, bring) on studio_services to studiohub_app;

-- Whether a client is reminded at all.
alter table client_records add column reminders boolean not null default true;
grant update (reminders) on client_records to studiohub_app;

-- A time is reminded of once for each of these hours.
alter table booking_messages add column hours_before integer;
alter table booking_messages no force row level security;
update booking_messages set hours_before = 24 where kind = 'reminder';
alter table booking_messages force row level security;
alter table booking_messages add constraint booking_message_hours_before check ((kind = 'reminder') = (hours_before is not null));
drop index booking_reminders_once;
drop index booking_client_reminders_once;
create unique index booking_reminders_once on booking_messages (booking_id, user_id, starts_at, hours_before)
  where kind = 'reminder';
create unique index booking_client_reminders_once on booking_messages (booking_id, client_id, starts_at, hours_before)
  where client_id is not null and kind = 'reminder';
