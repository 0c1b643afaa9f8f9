-- When an account is taken back from a stranger, the API keys that it made end too (docs/decisions/0223).
grant select (user_id, revoked_at, version), update (revoked_at, version) on api_keys to studiohub_auth;
