-- A mail about a series names all its sessions: only a mail that covers all of them may replace it (docs/decisions/0028).
alter table booking_messages add column session_ids uuid[];

-- Mails so far: a series mail is about the sessions that follow the first one.
alter table booking_messages no force row level security;
alter table bookings no force row level security;
update booking_messages m set session_ids = coalesce(
  (select array_agg(s.id) from (
    select o.id from bookings o join bookings b on b.id = m.booking_id
    where o.series_id = b.series_id and o.starts_at >= b.starts_at order by o.starts_at limit m.sessions) s),
  array[m.booking_id]);
alter table bookings force row level security;
alter table booking_messages force row level security;

alter table booking_messages alter column session_ids set not null,
  add constraint booking_message_of_sessions check (booking_id = any (session_ids)),
  drop column sessions;
create index booking_messages_by_session on booking_messages using gin (session_ids);
