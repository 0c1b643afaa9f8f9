-- The authentication service's own tables. They are global (a person belongs to no single studio), so there is no
-- studio_id and no policy: only studiohub_auth may touch them, and the door reads the few columns it decides by.
grant usage on schema auth to studiohub_auth, studiohub_door, studiohub_system;

create table auth.users (
  id uuid primary key,
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamptz,
  -- Set only by a mailed link or code, or a provider that proved the address; auto-confirmation does not set it.
  email_proven boolean not null default false,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_is_lower_case check (email = lower(email)),
  constraint users_email_length check (char_length(email) between 3 and 255)
);
create unique index users_email_unique on auth.users (email) where deleted_at is null;

create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  -- The provider's subject; for 'email' the user's id.
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_provider_subject_unique unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id, created_at);

-- A session row that exists is live; ending a session deletes it.
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1',
  -- [{ method, timestamp }], newest first, one entry per method.
  amr jsonb not null,
  -- The key of this session's refresh tokens, sealed under SECRET_KEY; the tokens themselves are stored nowhere.
  refresh_key text not null,
  refresh_counter integer not null default 0,
  user_agent text,
  ip text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  constraint sessions_aal_known check (aal in ('aal1', 'aal2'))
);
create index sessions_user_id on auth.sessions (user_id, created_at);

-- A PKCE flow between the request that began it and the exchange that ends it.
create table auth.flow_states (
  id uuid primary key,
  method text not null,
  provider text not null default 'email',
  user_id uuid references auth.users on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null,
  -- SHA-256 of the auth code; both are null until the mailed link was opened.
  auth_code_hash text,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null,
  constraint flow_states_auth_code_unique unique (auth_code_hash),
  constraint flow_states_challenge_method_known check (code_challenge_method in ('s256', 'plain')),
  constraint flow_states_issued_together check ((auth_code_hash is null) = (auth_code_issued_at is null))
);
create index flow_states_user_id on auth.flow_states (user_id);

-- What a mail offers to prove that its reader got it: one row per person and purpose, replaced when mailed again.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null,
  -- SHA-256 of the link's 32 random bytes; null once the link was opened (the code then still works).
  link_hash text,
  -- HMAC of the six digits under a key that is not in this database.
  code_mac text not null,
  wrong_tries integer not null default 0,
  flow_state_id uuid references auth.flow_states on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose),
  constraint one_time_tokens_link_unique unique (link_hash),
  constraint one_time_tokens_purpose_known check (purpose in ('signup', 'recovery'))
);

-- ES256 keys of the access tokens. A key is published from created_at, signs from signs_from until the next one does,
-- and stays published until published_until, so that tokens signed with it still verify.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  published_until timestamptz
);

-- Generic cell rate algorithm: the instant at which a key's bucket is full again. Keys are hashed: they hold addresses.
create table auth.rate_limits (
  key text primary key,
  full_at timestamptz not null
);
create index rate_limits_full_at on auth.rate_limits (full_at);

-- From where a person has signed in with their password: such a place keeps its own tries when others used up the
-- account's.
create table auth.known_places (
  user_id uuid not null references auth.users on delete cascade,
  place_mac text not null,
  seen_at timestamptz not null,
  primary key (user_id, place_mac)
);

grant select, insert, update, delete on auth.users, auth.identities, auth.sessions, auth.flow_states,
  auth.one_time_tokens, auth.signing_keys, auth.rate_limits, auth.known_places to studiohub_auth;

grant select (id, user_id, aal) on auth.sessions to studiohub_door;
grant select (id, email, email_confirmed_at, user_metadata, banned_until, deleted_at) on auth.users to studiohub_door;
grant select (id, email, email_confirmed_at, user_metadata, banned_until, deleted_at, created_at) on auth.users to studiohub_system;
grant select (id, user_id) on auth.sessions to studiohub_system;
grant delete on auth.sessions to studiohub_system;
