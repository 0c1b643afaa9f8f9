-- Recovery codes stand in for a second factor that is lost. A set is a factor of its own kind, so that sessions it raised
-- fall with it; it is verified from the start, since its codes are shown to a session that is raised already.
alter table auth.factors
  drop constraint factors_type_known,
  add constraint factors_type_known check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  add constraint factors_recovery_set_verified check (factor_type <> 'recovery_code' or status = 'verified');
create unique index factors_one_recovery_set on auth.factors (user_id) where factor_type = 'recovery_code';

-- Global, as the rest of the authentication service: only studiohub_auth may touch it. The codes themselves are stored
-- nowhere.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  -- SHA-256 over the set's id and the code, which has 80 random bits.
  code_hash text not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
grant select, insert, update, delete on auth.recovery_codes to studiohub_auth;
