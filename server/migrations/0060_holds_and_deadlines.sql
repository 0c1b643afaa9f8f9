-- Sessions that the studio makes are confirmed, or holds; the studio is reminded of requests that expire soon.
alter table booking_messages drop constraint booking_message_kind;
alter table booking_messages add constraint booking_message_kind check (kind in ('requested', 'booked', 'on_hold',
  'confirmed', 'declined', 'moved', 'cancelled', 'reminder', 'expiring', 'expired',
  'change_requested', 'change_approved', 'change_declined', 'change_expired'));

-- How many sessions a series of one client may have.
alter table studios add column series_sessions_max integer not null default 12,
  add constraint studio_series_sessions check (series_sessions_max between 1 and 104);
grant update (series_sessions_max) on studios to studiohub_app;
