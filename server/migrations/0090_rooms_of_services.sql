-- How many rooms a client may book at once for a service (docs/decisions/0119).
alter table studio_services
  add column rooms_max smallint not null default 1,
  add constraint service_rooms_max check (rooms_max between 1 and 20);
grant update (rooms_max) on studio_services to studiohub_app;
