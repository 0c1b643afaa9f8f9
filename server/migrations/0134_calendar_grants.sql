-- Calendars that are read by a person's consent at a provider (docs/decisions/0193).
create table calendar_grants (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  resource_id uuid not null,
  owner_id uuid not null references profiles (id) on delete cascade,
  kind text not null,
  -- The account at the provider, and its sealed tokens. Null until the person has consented.
  account text,
  secret text,
  -- The consent that runs: a hash of what the provider hands back, the session that may end it, and its sealed verifier.
  state_hash text,
  session_id uuid,
  verifier text,
  started_at timestamptz not null,
  constraint calendar_grant_of_resource foreign key (resource_id, studio_id) references resources (id, studio_id) on delete cascade,
  constraint calendar_grant_within_studio unique (id, studio_id),
  constraint calendar_grant_kind check (kind in ('google')),
  constraint calendar_grant_texts check (char_length(account) between 1 and 255 and char_length(state_hash) <= 64),
  constraint calendar_grant_consented check ((account is null) = (secret is null)),
  constraint calendar_grant_runs check ((state_hash is null) = (verifier is null) and (state_hash is null) = (session_id is null))
);
create unique index calendar_grants_by_state on calendar_grants (state_hash) where state_hash is not null;
create index calendar_grants_by_studio on calendar_grants (studio_id);
create index calendar_grants_by_resource on calendar_grants (resource_id);
create index calendar_grants_by_owner on calendar_grants (owner_id);
create index calendar_grants_by_account on calendar_grants (kind, account);
alter table calendar_grants enable row level security;
alter table calendar_grants force row level security;
-- For jobs and the server alone: people see their calendars.
grant select, insert, update, delete on calendar_grants to studiohub_system;
-- Only to seal the tokens again with another key, or to delete lost ones.
grant select (id, secret, verifier), update (secret, verifier), delete on calendar_grants to studiohub_auth;
create policy jobs_keep_calendar_grants on calendar_grants to studiohub_system using (true) with check (true);
create policy auth_keeps_calendar_grants on calendar_grants to studiohub_auth using (true) with check (true);

alter table connected_calendars drop constraint connected_calendar_kind;
alter table connected_calendars drop constraint connected_calendar_state;
alter table connected_calendars
  add column grant_id uuid,
  -- The provider no longer accepts the consent.
  add column needs_consent boolean not null default false,
  -- The provider asked us to wait until then.
  add column wait_until timestamptz,
  -- The provider tells changes to this address: its id, a hash of its secret, what the provider calls it, and when it is replaced.
  add column channel_id text,
  add column channel_hash text,
  add column channel_resource text,
  add column channel_renew_at timestamptz;
alter table connected_calendars
  add constraint connected_calendar_kind check (kind in ('ics', 'caldav', 'google')),
  -- Microsoft's states are addresses.
  add constraint connected_calendar_state check (char_length(state) <= 8000),
  add constraint connected_calendar_of_grant foreign key (grant_id, studio_id) references calendar_grants (id, studio_id) on delete cascade,
  add constraint connected_calendar_granted check ((grant_id is null) = (kind in ('ics', 'caldav'))),
  add constraint connected_calendar_channel check (char_length(channel_id) <= 200 and char_length(channel_hash) <= 64
    and char_length(channel_resource) <= 500);
create index connected_calendars_by_grant on connected_calendars (grant_id) where grant_id is not null;
create unique index connected_calendars_by_channel on connected_calendars (channel_id) where channel_id is not null;
grant select (needs_consent) on connected_calendars to studiohub_app;
