-- What a person proves themselves with beside their password. Global, as the rest of the authentication service: only
-- studiohub_auth may touch it, and the door tells a person whether they themselves have one.
create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null,
  status text not null default 'unverified',
  friendly_name text,
  -- totp: the secret, sealed under SECRET_KEY, and the 30-second step of the last code that was taken.
  secret text,
  last_step bigint,
  -- phone: E.164.
  phone text,
  -- webauthn: what the authenticator gave at its registration (base64url), and how often it says it was used.
  credential_id text,
  public_key text,
  sign_count bigint,
  transports jsonb,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_type_known check (factor_type in ('totp', 'phone', 'webauthn')),
  constraint factors_status_known check (status in ('unverified', 'verified')),
  constraint factors_hold_what_their_type_needs check (
    (factor_type = 'totp') = (secret is not null) and (factor_type = 'phone') = (phone is not null)
    and (credential_id is null or factor_type = 'webauthn')
    and (factor_type = 'webauthn' and status = 'verified') = (credential_id is not null and public_key is not null)),
  constraint factors_phone_is_e164 check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint factors_credential_unique unique (credential_id)
);
-- Two factors without a name clash too: nobody could tell them apart.
create unique index factors_name_unique on auth.factors (user_id, coalesce(friendly_name, ''));

-- A question put to a factor. It belongs to the session that asked: no other may answer it.
create table auth.factor_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  -- phone: HMAC of the six digits under a key that is not in this database.
  code_mac text,
  -- webauthn: the random bytes that are to be signed (base64url).
  nonce text,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index factor_challenges_factor_id on auth.factor_challenges (factor_id);
create index factor_challenges_session_id on auth.factor_challenges (session_id);

-- Refresh tokens below this number were given out before the session was raised: they bring nothing any more.
alter table auth.sessions add column refresh_floor integer not null default 0;

grant select, insert, update, delete on auth.factors, auth.factor_challenges to studiohub_auth;
grant select (user_id, status) on auth.factors to studiohub_door;

-- Whether whoever is asking has a second factor; of nobody else can it be asked.
create function door.has_second_factor() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select exists (select from auth.factors f where f.user_id = app.user_id() and f.status = 'verified') $$;
alter function door.has_second_factor() owner to studiohub_door;
grant execute on function door.has_second_factor() to studiohub_app;
