-- Calendars of a CalDAV account, read in parts (docs/decisions/0181).
alter table connected_calendars
  add column kind text not null default 'ics',
  -- A calendar that only receives sessions takes no time.
  add column blocks boolean not null default true,
  -- What the server calls the state that was read last.
  add column state text;
alter table connected_calendars
  add constraint connected_calendar_kind check (kind in ('ics', 'caldav')),
  add constraint connected_calendar_state check (char_length(state) <= 2000);
grant select (kind, blocks) on connected_calendars to studiohub_app;

-- Of which object of the calendar a time is, as a hash: an object that changed replaces its own times only.
alter table calendar_times add column object text;
alter table calendar_times add constraint calendar_time_object check (char_length(object) <= 64);
