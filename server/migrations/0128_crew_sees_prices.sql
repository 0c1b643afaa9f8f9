-- Crew see prices, deposits and fees of sessions only where the studio allows it (docs/decisions/0179).
alter table studios add column crew_sees_prices boolean not null default false;
grant update (crew_sees_prices) on studios to studiohub_app;
