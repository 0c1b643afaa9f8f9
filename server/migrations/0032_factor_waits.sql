-- The waiting time before the second factors of an account end: somebody showed to read its address, but not to have its
-- second factor. One row per account; it stays for a moment after the end, until its owner was told.
create table auth.factor_waits (
  user_id uuid primary key references auth.users on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- When its owner was last told by mail and by text message.
  mailed_at timestamptz not null,
  texted_at timestamptz not null,
  constraint factor_waits_last_a_day check (ends_at >= started_at + interval '24 hours'),
  constraint factor_waits_end_in_time check (ended_at >= ends_at)
);
create index factor_waits_ends_at on auth.factor_waits (ends_at);
grant select, insert, update, delete on auth.factor_waits to studiohub_auth;
grant select (user_id, ends_at, ended_at) on auth.factor_waits to studiohub_door;
grant select (email_proven) on auth.users to studiohub_door;

-- What the caller may know about the proof of their own address.
create function door.own_proof() returns table (email_proven boolean, factors_end_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.email_proven, w.ends_at
  from auth.users u left join auth.factor_waits w on w.user_id = u.id and w.ended_at is null
  where u.id = app.user_id()
$$;
alter function door.own_proof() owner to studiohub_door;
grant execute on function door.own_proof() to studiohub_app;

-- Whether a person operates the platform: the second factor of an operator never ends by waiting.
create function door.is_operator(person uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.user_roles r
    where r.user_id = person and r.role = 'super_admin' and r.status = 'active')
$$;
alter function door.is_operator(uuid) owner to studiohub_door;
grant execute on function door.is_operator(uuid) to studiohub_auth;

-- The link of the welcome mail.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_purpose_known,
  add constraint one_time_tokens_purpose_known check (purpose in
    ('signup', 'welcome', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'));
