-- studios: when a studio was first active; null for one that an operator made and nobody has opened yet
alter table studios add column opened_at timestamptz;
-- Which inactive studios were never open is not known: only a studio made inactive and not changed since counts as new.
alter table studios no force row level security;
update studios set opened_at = created_at where is_active or version > 1 or suspended_at is not null;
alter table studios force row level security;
grant update (opened_at) on studios to studiohub_app;
