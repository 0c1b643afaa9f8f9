-- Sessions of several days are one booking: `days` counts the days of the calendar that it touches (docs/decisions/0107).
alter table bookings add column days smallint not null default 1;
alter table change_requests add column days smallint not null default 1;
-- The owner reads these rows past the policies only while they are not forced.
alter table bookings no force row level security;
alter table change_requests no force row level security;
update bookings set days = 2 where ends_next_day;
update change_requests set days = 2 where ends_next_day;
alter table change_requests force row level security;
alter table bookings force row level security;

alter table bookings
  drop constraint booking_ends_after_start,
  drop constraint booking_lasts_at_most_a_day,
  add constraint booking_ends_after_start check (days > 1 or start_time < end_time),
  add constraint booking_days check (days between 1 and 15 and ends_next_day = (days > 1)),
  add constraint booking_lasts_at_most_14_days check (days < 15 or end_time <= start_time);
alter table change_requests
  add constraint change_request_days check (days between 1 and 15 and ends_next_day = (days > 1)
    and (days < 15 or end_time <= start_time));
grant update (days) on bookings to studiohub_app;

alter table studio_services
  drop constraint service_minutes,
  drop constraint service_step,
  drop constraint service_lengths,
  add constraint service_minutes check (default_minutes between 5 and 20160),
  add constraint service_step check (step_minutes between 5 and 20160),
  add constraint service_lengths check (
    min_minutes between 5 and default_minutes and max_minutes between default_minutes and 20160);
