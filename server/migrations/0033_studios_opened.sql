-- studios: when a studio was first active; null for one that an operator made and nobody has opened yet
alter table studios add column opened_at timestamptz;
-- Which inactive studios were never open is not known: only a studio made inactive and not changed since counts as new.
update studios set opened_at = created_at where is_active or version > 1 or suspended_at is not null;

create function app.note_opening() returns trigger language plpgsql as $$
begin
  new.opened_at := now();
  return new;
end $$;
create trigger studios_note_opening before insert or update of is_active on studios
  for each row when (new.is_active and new.opened_at is null) execute function app.note_opening();
