-- One search over clients, projects and cards (docs/decisions/0123). It finds rows by how their words begin.

-- The words of texts, in lower case and without accents.
create function app.search_words(texts text[]) returns text[] language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from unnest(texts) as part,
    regexp_split_to_table(
      replace(replace(translate(regexp_replace(normalize(lower(part), NFKD), '[\u0300-\u036f]+', '', 'g'), 'øłđı', 'oldi'),
        'ß', 'ss'), 'æ', 'ae'),
      '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f]+') as word
  where word <> ''
$$;
grant execute on function app.search_words(text[]) to public;

-- What an index knows of a row: each word behind its studio, so that a search reads nothing of another studio. Words of
-- contacts differ from words of names, because only some people may search for contacts.
create function app.search_terms(studio uuid, names text[], contacts text[]) returns tsvector
  language sql immutable parallel safe
as $$
  select array_to_tsvector(array(
    select studio || ' ' || word from unnest(app.search_words(names)) as word
    union select studio || '@' || word from unnest(app.search_words(contacts)) as word))
$$;
grant execute on function app.search_terms(uuid, text[], text[]) to public;

-- The condition for rows of a studio in which every word begins a word. Null where there is no word.
create function app.search_query(studio uuid, words text[], with_contacts boolean) returns tsquery
  language sql immutable parallel safe
as $$
  -- `search_words` leaves no quotes and no backslashes.
  select string_agg(format(case when with_contacts then '(''%1$s %2$s'':* | ''%1$s@%2$s'':*)' else '''%1$s %2$s'':*' end,
    studio, word), ' & ')::tsquery
  from unnest(app.search_words(words)) as word
$$;
grant execute on function app.search_query(uuid, text[], boolean) to public;

create index client_records_by_words on client_records
  using gin (app.search_terms(studio_id, array[name], array[email, company, phone,
    regexp_replace(phone, '[^0-9]+', '', 'g')] || tags)) with (fastupdate = off) where removed_at is null;
create index projects_by_words on projects using gin (app.search_terms(studio_id, array[title], '{}'))
  with (fastupdate = off);
create index cards_by_words on production_cards using gin (app.search_terms(studio_id, array[title], '{}'))
  with (fastupdate = off);

-- Under a policy the condition on words is tried only after the rows have been read. The door finds the ids by the index,
-- for people who work at the studio; policies decide which of the rows the caller then reads.
create function door.find_by_words(kind text, words text[], with_contacts boolean, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  studio uuid := app.studio_id();
  wanted tsquery;
begin
  if studio is null or coalesce(app.role(), '') not in ('studio_admin', 'staff') then return; end if;
  with_contacts := with_contacts and (app.works_at_desk()
    or exists (select from public.studios s where s.id = studio and s.crew_sees_contacts));
  wanted := app.search_query(studio, words, with_contacts);
  if wanted is null then return; end if;
  if kind = 'client' then
    return query select c.id from public.client_records c
      where app.search_terms(c.studio_id, array[c.name], array[c.email, c.company, c.phone,
        regexp_replace(c.phone, '[^0-9]+', '', 'g')] || c.tags) @@ wanted and c.removed_at is null limit most;
  elsif kind = 'project' then
    return query select p.id from public.projects p
      where app.search_terms(p.studio_id, array[p.title], '{}') @@ wanted and not p.is_sample limit most;
  elsif kind = 'card' then
    return query select c.id from public.production_cards c
      where app.search_terms(c.studio_id, array[c.title], '{}') @@ wanted and not c.is_sample limit most;
  end if;
end $$;
grant select (id, studio_id, title, is_sample) on projects to studiohub_door;
grant select (id, studio_id, title, is_sample) on production_cards to studiohub_door;
create policy the_door_searches_projects on projects for select to studiohub_door using (true);
create policy the_door_searches_cards on production_cards for select to studiohub_door using (true);
alter function door.find_by_words(text, text[], boolean, integer) owner to studiohub_door;
grant execute on function door.find_by_words(text, text[], boolean, integer) to studiohub_app;
