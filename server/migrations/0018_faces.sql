-- What a studio looks like, where it is found and what its clock shows, as its own admin keeps it (docs/decisions/0033).

-- studios: the edition of its settings, and the token by which it proves a domain
alter table studios
  add column version integer not null default 1,
  add column domain_token text,
  add constraint studio_domain_proof check (domain_verified_at is null or custom_domain is not null);

-- A domain is one studio's once it is proven. Until then anybody may try, each with a token of their own: else whoever
-- names a domain first would keep it from its owner.
alter table studios drop constraint studio_domain_unique;
alter table studios add constraint studio_domain_unique
  exclude using btree (custom_domain with =) where (domain_verified_at is not null);

-- Another domain is proven anew, whoever sets it.
create function app.forget_domain_proof() returns trigger language plpgsql as $$
begin
  if new.custom_domain is distinct from old.custom_domain
    and new.domain_verified_at is not distinct from old.domain_verified_at then
    new.domain_verified_at := null;
  end if;
  return new;
end $$;
create trigger another_domain_is_proven_anew before update of custom_domain on studios
  for each row execute function app.forget_domain_proof();

-- Its admin says what it looks like; that a domain is proven, only who has looked for the record (`studiohub_system`).
grant update (tagline, voice_setting, brand_colors, fonts, timezone, currency, logo_url, favicon_url, hero_image_url,
  background_image_url, custom_domain, domain_token, version) on studios to studiohub_app;
