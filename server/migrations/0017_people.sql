-- Who works at a studio: people it invites, and the assistants that it has switched on (docs/decisions/0032).

-- ai_agents: the catalogue, the same for everybody; contract/src/features/assistant/words.ts is its source
create table ai_agents (
  id uuid primary key default gen_random_uuid(),
  key text not null,
  name text not null,
  role text not null,
  avatar_url text,
  position smallint not null,
  constraint ai_agent_key unique (key)
);
insert into ai_agents (key, name, role, position) values
  ('prea', 'Prea', 'Pre-production', 0), ('proa', 'Proa', 'Production', 1), ('posta', 'Posta', 'Post-production', 2),
  ('dista', 'Dista', 'Distribution', 3), ('stu', 'Stu', 'Studio assistant', 4),
  ('crea', 'Crea', 'Creative assistant', 5), ('tad', 'Tad', 'Technical assistant', 6);
grant select on ai_agents to studiohub_app, studiohub_system;

-- studio_ai_agents: which of them a studio has; one without a row is off
create table studio_ai_agents (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  ai_agent_id uuid not null references ai_agents (id),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint studio_ai_agent_once unique (studio_id, ai_agent_id)
);
insert into studio_ai_agents (studio_id, ai_agent_id) select s.id, a.id from studios s cross join ai_agents a;
alter table studio_ai_agents enable row level security;
alter table studio_ai_agents force row level security;
grant select, insert, update (is_active) on studio_ai_agents to studiohub_app;
grant select on studio_ai_agents to studiohub_system;
create policy people_see_their_studios_agents on studio_ai_agents for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
create policy admins_add_agents on studio_ai_agents for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_switch_agents on studio_ai_agents for update to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_read_agents on studio_ai_agents for select to studiohub_system using (true);

-- invitations: to become crew; open until accepted, declined, revoked or past its end
create table invitations (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  email text not null,
  full_name text not null,
  role text not null default 'staff',
  -- SHA-256 of the secret in the mail: what lies here opens nothing.
  token_hash text not null,
  invited_by uuid references profiles (id) on delete set null,
  -- Whose address it was when the invitation was made: they answer it where they are signed in. Null where nobody's: whoever
  -- signs up with the address afterwards has to show the mail.
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was sent again, of the last day.
  resent_at timestamptz[] not null default '{}',
  accepted_at timestamptz,
  accepted_by uuid references profiles (id) on delete set null,
  declined_at timestamptz,
  revoked_at timestamptz,
  constraint invitation_token unique (token_hash),
  constraint invitation_email check (email = lower(email) and char_length(email) <= 255),
  constraint invitation_role check (role = 'staff'),
  constraint invitation_ends check (expires_at > sent_at),
  constraint invitation_answered_once check (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
create index invitations_by_studio on invitations (studio_id, created_at desc, id desc);
create unique index invitations_one_open on invitations (studio_id, email)
  where accepted_at is null and declined_at is null and revoked_at is null;
create index invitations_by_person on invitations (user_id) where user_id is not null;
alter table invitations enable row level security;
alter table invitations force row level security;
-- The hash of the secret is for the server alone.
grant select (id, studio_id, email, full_name, role, invited_by, created_at, sent_at, expires_at, resent_at, accepted_at,
  accepted_by, declined_at, revoked_at) on invitations to studiohub_app;
grant insert on invitations to studiohub_app;
grant update (token_hash, sent_at, expires_at, resent_at, revoked_at) on invitations to studiohub_app;
grant select, update, delete on invitations to studiohub_system;
-- An admin never learns whether the address is somebody's: what waits looks the same in every case.
create policy admins_see_invitations on invitations for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy admins_invite on invitations for insert to studiohub_app
  with check (invited_by = (select app.user_id()) and user_id is null
    and num_nonnulls(accepted_at, accepted_by, declined_at, revoked_at) = 0
    and ((select app.role()) = 'super_admin'
      or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')));
-- What is open ends once, and not before it began.
create policy admins_send_again_or_revoke on invitations for update to studiohub_app
  using (accepted_at is null and declined_at is null and revoked_at is null and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')))
  with check (coalesce(revoked_at >= created_at, true));
create policy jobs_keep_invitations on invitations to studiohub_system using (true) with check (true);
