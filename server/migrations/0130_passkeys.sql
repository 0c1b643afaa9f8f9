-- Passkeys: credentials that name an account and open it without a password (docs/decisions/0188). Second factors are in
-- auth.factors. Global, as the rest of the authentication service: only studiohub_auth may use these tables.
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null,
  -- The public part of the key as the authenticator sent it (base64url), and its last use counter.
  credential_id text not null,
  public_key text not null,
  sign_count bigint not null,
  transports jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_name_length check (char_length(friendly_name) between 1 and 120)
);
create index passkeys_user_id on auth.passkeys (user_id);

-- Random bytes that a passkey must sign. The first answer deletes the row. A registration belongs to one session; before a
-- sign-in there is none.
create table auth.passkey_challenges (
  id uuid primary key,
  session_id uuid references auth.sessions on delete cascade,
  nonce text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_session_id on auth.passkey_challenges (session_id);
create index passkey_challenges_expires_at on auth.passkey_challenges (expires_at);

grant select, insert, update, delete on auth.passkeys, auth.passkey_challenges to studiohub_auth;
