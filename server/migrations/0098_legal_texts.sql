-- Imprint, privacy and terms: of a studio, or of the whole platform where there is no studio (docs/decisions/0132).
create table legal_texts (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid references studios (id) on delete cascade,
  kind text not null,
  text text not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint legal_text_of_kind unique nulls not distinct (studio_id, kind),
  constraint legal_text_kind check (kind in ('imprint', 'privacy') or (kind = 'terms' and studio_id is null)),
  constraint legal_text_length check (char_length(text) between 1 and 50000)
);
alter table legal_texts enable row level security;
alter table legal_texts force row level security;
grant select, insert, update (text, updated_at), delete on legal_texts to studiohub_app;
create policy legal_texts_of_those_who_run_it on legal_texts to studiohub_app
  using ((select app.role()) = 'super_admin'
    or ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id())))
  with check ((select app.role()) = 'super_admin'
    or ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id())));
create policy the_door_tells_legal_texts on legal_texts for select to studiohub_door using (true);

-- The texts that everybody may read: of a studio, or with null those of the platform.
create function door.legal_texts(studio uuid) returns table (kind text, text text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select t.kind, t.text from public.legal_texts t where t.studio_id is not distinct from studio $$;
grant select (studio_id, kind, text) on legal_texts to studiohub_door;
alter function door.legal_texts(uuid) owner to studiohub_door;
grant execute on function door.legal_texts(uuid) to studiohub_app;

-- More first parts of addresses that no studio can have.
alter table studios no force row level security;
update studios set slug = slug || '-studio' where slug in ('pay', 'imprint', 'privacy', 'terms', 'legal', 'embed', 'hooks', 'keys', 'mcp');
alter table studios force row level security;
alter table studios drop constraint studio_slug_reserved;
alter table studios add constraint studio_slug_reserved check (slug <> all (array[
  'auth', 'super-admin', 'studio', 'staff', 'partner', 'profile', 'network', 'case-studies', 'docs', 'training',
  's', 'client', 'api', 'internal', 'brand', 'events', 'assets', 'storage', 'functions', 'admin', 'app', 'www',
  'static', 'health', 'healthz', 'readyz', 'metrics', 'calendars', 'book', 'invitations', 'favicon.ico',
  'robots.txt', 'sitemap.xml', '.well-known', 'pay', 'imprint', 'privacy', 'terms', 'legal', 'embed', 'hooks', 'keys',
  'mcp']));
