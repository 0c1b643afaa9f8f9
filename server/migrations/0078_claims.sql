-- A person claims the record that a studio has of them (docs/decisions/0108).

-- Invitations to claim a record. The address is kept as a keyed hash alone: what limits count, also after an erasure.
create table client_invitations (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  address_mac text not null,
  token_hash text not null,
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  constraint client_invitations_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint client_invitation_token unique (token_hash),
  constraint client_invitation_ends check (expires_at > created_at)
);
create index client_invitations_by_time on client_invitations (studio_id, created_at);
create index client_invitations_by_address on client_invitations (address_mac, created_at);
create index client_invitations_by_client on client_invitations (studio_id, client_id) where client_id is not null;
alter table client_invitations enable row level security;
alter table client_invitations force row level security;
grant select (id, studio_id, client_id, invited_by, created_at, expires_at, accepted_at) on client_invitations to studiohub_app;
grant select, insert, update on client_invitations to studiohub_system;
create policy desk_sees_client_invitations on client_invitations for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk())));
create policy jobs_keep_client_invitations on client_invitations to studiohub_system using (true) with check (true);

-- The answers to "Are you this client?" and what the studio said to them.
create table client_claims (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- refused: by the person. declined: by the studio. undone: by the studio, after it had been accepted.
  state text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  -- Coming sessions that went to the account at once, with the projects that they left.
  moved jsonb not null default '[]',
  constraint client_claims_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint client_claim_state check (state in ('open', 'refused', 'accepted', 'declined', 'undone')),
  constraint client_claim_answer check ((state = 'open') = (answered_at is null))
);
create index client_claims_by_user on client_claims (user_id);
create unique index client_claim_open on client_claims (studio_id, client_id) where state = 'open';
create unique index client_claim_of_account on client_claims (studio_id, user_id) where state = 'open';
alter table client_claims enable row level security;
alter table client_claims force row level security;
grant select on client_claims to studiohub_app;
grant select, insert, update, delete on client_claims to studiohub_system;
create policy people_see_claims on client_claims for select to studiohub_app
  using (user_id = (select app.user_id()) or (select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk())));
create policy jobs_keep_claims on client_claims to studiohub_system using (true) with check (true);

-- A claim joins an account to a record; undoing it makes the account a record of its own.
grant insert on client_records to studiohub_system;
grant update (project_id) on bookings to studiohub_system;
grant insert on board_samples to studiohub_system;
create policy jobs_keep_samples on board_samples for insert to studiohub_system with check (true);

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim'));
