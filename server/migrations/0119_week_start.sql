-- The first weekday in a studio's calendar: 0 is Sunday, 1 Monday, 6 Saturday.
alter table studios add column week_starts_on smallint not null default 0,
  add constraint studio_week_start check (week_starts_on in (0, 1, 6));
grant update (week_starts_on) on studios to studiohub_app;
