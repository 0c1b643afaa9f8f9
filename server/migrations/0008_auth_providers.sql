-- What a flow through a sign-in provider remembers between the way there and the way back.
alter table auth.flow_states
  -- SHA-256 of the state that travels; it is used once, when the browser comes back.
  add column state_hash text,
  add column called_back_at timestamptz,
  -- SHA-256 of the cookie of the browser that set out. Null where it could hold none: a link begun on a studio's domain,
  -- which the verifier of whoever began it binds.
  add column browser_hash text,
  -- Sealed under SECRET_KEY: nonce and verifier towards the provider, then the provider's tokens until the exchange.
  add column secrets text,
  add column redirect_to text,
  -- Whoever is signed in and links: the session that asked, and what the provider said of them.
  add column linking_session_id uuid references auth.sessions on delete cascade,
  add column linking_identity jsonb,
  add constraint flow_states_state_unique unique (state_hash),
  add constraint flow_states_whole_way_to_a_provider check ((state_hash is null) = (redirect_to is null));
create index flow_states_linking_session_id on auth.flow_states (linking_session_id);

-- Whoever proves an address takes the account over from somebody who never did: that one's name goes.
grant update (full_name) on profiles to studiohub_auth;
