-- How much of a studio's calendar one client may take without the studio (docs/decisions/0049): open requests, of which a
-- series is one, and hours ahead. Without them one client could hold every opening hour for two years.
alter table studios
  add column open_requests_max integer not null default 3,
  add column hours_ahead_max integer not null default 40,
  add constraint studio_open_requests check (open_requests_max between 1 and 1000),
  add constraint studio_hours_ahead check (hours_ahead_max between 1 and 10000);
grant update (open_requests_max, hours_ahead_max) on studios to studiohub_app;

-- A session that its studio booked counts for no client, until that client makes it longer.
alter table bookings add column lengthened_by_client boolean not null default false;
grant update (lengthened_by_client) on bookings to studiohub_app;
