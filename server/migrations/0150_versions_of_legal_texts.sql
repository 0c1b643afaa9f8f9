-- A save of legal texts names the version that it is based on, so that it does not overwrite the texts of another save.
-- The version counts the saves of a studio's texts, or of the platform's; each row has the one of its last change.
alter table legal_texts add column version integer not null default 1;
grant update (version) on legal_texts to studiohub_app;

-- The row of a removed text stays and is empty, because without it the version could return to an earlier number.
alter table legal_texts drop constraint legal_text_length;
alter table legal_texts add constraint legal_text_length check (char_length(text) <= 50000);
revoke delete on legal_texts from studiohub_app;
create or replace function door.legal_texts(studio uuid)
  returns table (kind text, text text, version integer, published_on text, country text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.kind, t.text, null, null, null from public.legal_texts t
  where t.studio_id is not distinct from studio and t.text <> ''
  union all
  select 'terms', v.text, v.number, (v.published_at at time zone s.timezone)::date::text, s.country
  from public.terms_versions v join public.studios s on s.id = v.studio_id
  where v.studio_id = studio and v.ended_at is null
$$;
