-- Confirmed sessions are written into a connected calendar (docs/decisions/0182).
alter table connected_calendars
  -- Sessions of the person or the room are written into it.
  add column receives boolean not null default false,
  -- Until when one process reads and writes it.
  add column busy_until timestamptz,
  -- When writing is tried again after it failed, and how often it failed.
  add column write_at timestamptz,
  add column write_failures integer not null default 0,
  add column write_problem text;
alter table connected_calendars
  add constraint connected_calendar_receives check (not receives or kind <> 'ics'),
  add constraint connected_calendar_write_problem check (char_length(write_problem) <= 500);
create unique index connected_calendars_receiving on connected_calendars (resource_id) where receives;
grant select (receives, write_problem) on connected_calendars to studiohub_app;

-- The sessions that were written into connected calendars, and what was done to them there.
create table calendar_copies (
  calendar_id uuid not null,
  studio_id uuid not null,
  resource_id uuid not null,
  -- Without a foreign key: the copy of a session that was deleted still has to be removed from the calendar.
  booking_id uuid not null,
  -- The name of the object in the calendar, as a hash.
  object text not null,
  -- The version on the server that was written or seen last. Null: nothing is there.
  etag text,
  -- What was written: the version of the booking, its time, and a hash of the text.
  version integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  content text not null,
  -- It was moved (with its new time) or deleted in the other program: the studio decides what counts.
  outside_at timestamptz,
  outside_starts_at timestamptz,
  outside_ends_at timestamptz,
  primary key (calendar_id, booking_id),
  constraint calendar_copy_of_calendar foreign key (calendar_id, studio_id)
    references connected_calendars (id, studio_id) on delete cascade,
  constraint calendar_copy_of_resource foreign key (resource_id, studio_id) references resources (id, studio_id) on delete cascade,
  constraint calendar_copy_texts check (char_length(object) <= 64 and char_length(etag) <= 1000 and char_length(content) <= 64),
  constraint calendar_copy_outside check ((outside_starts_at is null) = (outside_ends_at is null)
    and (outside_at is not null or outside_starts_at is null))
);
create index calendar_copies_to_answer on calendar_copies (studio_id, outside_at) where outside_at is not null;
create index calendar_copies_by_booking on calendar_copies (booking_id);
create index calendar_copies_by_resource on calendar_copies (resource_id);
alter table calendar_copies enable row level security;
alter table calendar_copies force row level security;
grant select (calendar_id, studio_id, resource_id, booking_id, outside_at, outside_starts_at, outside_ends_at) on calendar_copies to studiohub_app;
grant select, insert, update, delete on calendar_copies to studiohub_system;
-- The desk decides about sessions, also about those that were moved in the calendar of a person.
create policy the_desk_sees_calendar_copies on calendar_copies for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.works_at_desk()));
create policy jobs_keep_calendar_copies on calendar_copies to studiohub_system using (true) with check (true);

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender', 'dispute',
  'webhook', 'calendar', 'owner_view', 'session_moved'));
