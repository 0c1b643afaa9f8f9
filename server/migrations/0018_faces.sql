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

-- Its admin says what it looks like. Its domain, and that it is proven, are written by whoever has looked who asks and for
-- the record (`studiohub_system`): a proof of one domain must not hold for another.
grant update (tagline, voice_setting, brand_colors, fonts, timezone, currency, logo_url, favicon_url, hero_image_url,
  background_image_url, version) on studios to studiohub_app;
