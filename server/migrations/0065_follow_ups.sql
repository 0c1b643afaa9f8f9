-- A mail after a session, for clients who did not end these mails (docs/decisions/0098).
alter table studios add column follow_up_hours integer, add column review_url text,
  add constraint studio_follow_up_hours check (follow_up_hours between 1 and 336),
  add constraint studio_review_url check (review_url ~ '^https://' and char_length(review_url) <= 300);
grant update (follow_up_hours, review_url) on studios to studiohub_app;
alter table client_records add column follow_ups boolean not null default true;
grant update (follow_ups) on client_records to studiohub_app;

alter table booking_messages drop constraint booking_message_kind;
alter table booking_messages add constraint booking_message_kind check (kind in ('requested', 'booked', 'on_hold',
  'confirmed', 'declined', 'moved', 'cancelled', 'reminder', 'expiring', 'expired', 'follow_up',
  'change_requested', 'change_approved', 'change_declined', 'change_expired'));
create index bookings_to_follow_up on bookings (ends_at) where status = 'completed' and booking_type = 'client_booking';
