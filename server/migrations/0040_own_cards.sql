-- production_cards, projects: a card that a person made in an example, or wrote on, is their own
alter table production_cards no force row level security;
alter table projects no force row level security;
alter table card_comments no force row level security;
alter table card_files no force row level security;
update production_cards c set is_sample = false from projects p
  where c.is_sample and p.id = c.project_id and (c.created_at > p.created_at
    or exists (select from card_comments m where m.card_id = c.id) or exists (select from card_files f where f.card_id = c.id));
update projects p set is_sample = false
  where p.is_sample and exists (select from production_cards c where c.project_id = p.id and not c.is_sample);
alter table production_cards force row level security;
alter table projects force row level security;
alter table card_comments force row level security;
alter table card_files force row level security;
grant update (is_sample) on projects, production_cards to studiohub_app;

-- The way is one: an example becomes somebody's own, and what is somebody's own never becomes an example.
create function app.guard_example() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a card or project of a person cannot become an example' using errcode = '42501';
end $$;
create trigger projects_stay_own before update of is_sample on projects
  for each row when (new.is_sample and not old.is_sample) execute function app.guard_example();
create trigger production_cards_stay_own before update of is_sample on production_cards
  for each row when (new.is_sample and not old.is_sample) execute function app.guard_example();
