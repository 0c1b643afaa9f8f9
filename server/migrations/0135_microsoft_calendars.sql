-- Calendars of Microsoft, by consent (docs/decisions/0194).
alter table calendar_grants drop constraint calendar_grant_kind;
alter table calendar_grants add constraint calendar_grant_kind check (kind in ('google', 'microsoft'));
alter table connected_calendars drop constraint connected_calendar_kind;
alter table connected_calendars add constraint connected_calendar_kind check (kind in ('ics', 'caldav', 'google', 'microsoft'));
