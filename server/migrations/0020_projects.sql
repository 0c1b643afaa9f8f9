-- The work itself: projects, the cards of the production board, and what people say and lay on them (docs/decisions/0035).

-- projects: what a client makes at a studio, on its way through five phases
create table projects (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null references profiles (id) on delete cascade,
  title text not null,
  description text not null default '',
  project_type text not null,
  status text not null default 'draft',
  phase text not null default 'pre_production',
  -- Appended by the server alone: which phase, since when, by whom.
  phase_history jsonb not null default '[]',
  is_sample boolean not null default false,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint project_title_length check (char_length(title) between 1 and 100),
  constraint project_description_length check (char_length(description) <= 500),
  constraint project_type_known check (project_type in ('podcast', 'video', 'ad', 'music', 'voiceover', 'other')),
  constraint project_status_known check (status in ('draft', 'active', 'on_hold', 'completed', 'cancelled')),
  constraint project_phase_known
    check (phase in ('pre_production', 'production', 'post_production', 'distribution', 'analytics')),
  constraint project_history_is_a_list check (jsonb_typeof(phase_history) = 'array'),
  -- What refers to a project names its studio and client too, so that nothing hangs on somebody else's.
  constraint projects_of_their_client unique (id, studio_id, client_id)
);
create index projects_of_studio on projects (studio_id, updated_at desc, id);
create index projects_of_client on projects (client_id, studio_id, updated_at desc, id);
alter table projects enable row level security;
alter table projects force row level security;
grant select, insert, delete on projects to studiohub_app;
grant update (title, description, project_type, status, phase, phase_history, updated_at, version)
  on projects to studiohub_app;
grant select on projects to studiohub_system;
create policy people_see_their_projects on projects for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
-- Operators look and take away what must go; what is made at a studio is its people's.
create policy people_start_projects on projects for insert to studiohub_app
  with check (created_by = (select app.user_id())
    and studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
create policy people_change_their_projects on projects for update to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
-- Only the sample goes: what was really made is completed or cancelled.
create policy people_clear_their_sample on projects for delete to studiohub_app
  using (is_sample and studio_id = (select app.studio_id())
    and (select app.role()) = 'client' and client_id = (select app.user_id()));
create policy jobs_read_projects on projects for select to studiohub_system using (true);

-- production_cards: the steps of a project on the board
create table production_cards (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null,
  client_id uuid not null,
  project_id uuid not null,
  title text not null,
  description text not null default '',
  priority text not null default 'medium',
  phase text not null default 'pre_production',
  status text not null default 'active',
  ai_assist boolean not null default false,
  assigned_agent text,
  phase_history jsonb not null default '[]',
  -- Its place in its column: any number between its neighbours', so that a move writes one row.
  position numeric not null,
  is_sample boolean not null default false,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint cards_follow_their_project foreign key (project_id, studio_id, client_id)
    references projects (id, studio_id, client_id) on delete cascade,
  constraint card_title_length check (char_length(title) between 1 and 200),
  constraint card_description_length check (char_length(description) <= 5000),
  constraint card_priority_known check (priority in ('low', 'medium', 'high')),
  constraint card_phase_known
    check (phase in ('pre_production', 'production', 'post_production', 'distribution', 'analytics')),
  constraint card_status_known check (status in ('active', 'in_review', 'complete', 'blocked')),
  constraint card_agent_known check (assigned_agent in ('stu', 'crea', 'tad')),
  constraint card_history_is_a_list check (jsonb_typeof(phase_history) = 'array'),
  constraint card_position_is_a_number check (position > -1e12 and position < 1e12),
  constraint cards_of_their_client unique (id, studio_id, client_id)
);
create index cards_of_studio on production_cards (studio_id, phase, position, id);
create index cards_of_client on production_cards (client_id, studio_id);
create index cards_of_project on production_cards (project_id);
alter table production_cards enable row level security;
alter table production_cards force row level security;
grant select, insert, delete on production_cards to studiohub_app;
grant update (title, description, priority, phase, status, ai_assist, assigned_agent, phase_history, position,
  updated_at, version) on production_cards to studiohub_app;
grant select, update (position) on production_cards to studiohub_system;
create policy people_see_their_cards on production_cards for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy people_make_cards on production_cards for insert to studiohub_app
  with check (created_by = (select app.user_id())
    and studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
create policy people_change_their_cards on production_cards for update to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
-- Crew take back what they made; a client and the studio's admin any card that they see.
create policy people_delete_cards on production_cards for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) = 'staff' and created_by = (select app.user_id()))
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy jobs_keep_cards_in_order on production_cards to studiohub_system using (true) with check (true);

-- card_comments: what people say on a card. Whom it mentions stands in it by id, so no name outlives an account.
create table card_comments (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null,
  studio_id uuid not null,
  client_id uuid not null,
  author_id uuid references profiles (id) on delete set null,
  body text not null,
  created_at timestamptz not null default now(),
  constraint comments_follow_their_card foreign key (card_id, studio_id, client_id)
    references production_cards (id, studio_id, client_id) on delete cascade,
  constraint card_comment_length check (char_length(body) between 1 and 4000)
);
create index comments_of_card on card_comments (card_id, created_at, id);
alter table card_comments enable row level security;
alter table card_comments force row level security;
grant select, insert, delete on card_comments to studiohub_app;
grant select on card_comments to studiohub_system;
create policy people_read_comments on card_comments for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy people_comment on card_comments for insert to studiohub_app
  with check (author_id = (select app.user_id())
    and studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
create policy people_take_comments_back on card_comments for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) in ('staff', 'client') and author_id = (select app.user_id())))));
create policy jobs_read_comments on card_comments for select to studiohub_system using (true);

-- card_files: what lies on a card. The file itself is private: its address is signed and ends.
create table card_files (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null,
  studio_id uuid not null,
  client_id uuid not null,
  uploaded_by uuid references profiles (id) on delete set null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  file_key text not null,
  preview_key text,
  created_at timestamptz not null default now(),
  constraint files_follow_their_card foreign key (card_id, studio_id, client_id)
    references production_cards (id, studio_id, client_id) on delete cascade,
  constraint card_file_name_length check (char_length(name) between 1 and 200),
  constraint card_file_size check (size_bytes > 0),
  constraint card_file_once unique (file_key)
);
create index files_of_card on card_files (card_id, created_at, id);
alter table card_files enable row level security;
alter table card_files force row level security;
grant select, insert, delete on card_files to studiohub_app;
grant select on card_files to studiohub_system;
create policy people_see_files on card_files for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id())))));
create policy people_lay_files on card_files for insert to studiohub_app
  with check (uploaded_by = (select app.user_id())
    and studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      or ((select app.role()) = 'client' and client_id = (select app.user_id()))));
create policy people_take_files_away on card_files for delete to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
      or ((select app.role()) in ('staff', 'client') and uploaded_by = (select app.user_id())))));
create policy jobs_read_files on card_files for select to studiohub_system using (true);

-- board_samples: that a client was once shown an example. The row stays when the example goes, so it does not come back.
create table board_samples (
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (studio_id, client_id)
);
alter table board_samples enable row level security;
alter table board_samples force row level security;
grant select, insert on board_samples to studiohub_app;
grant select on board_samples to studiohub_system;
create policy clients_see_that_they_had_it on board_samples for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'client'
    and client_id = (select app.user_id()));
create policy clients_are_shown_it_once on board_samples for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and (select app.role()) = 'client'
    and client_id = (select app.user_id()));
create policy jobs_read_samples on board_samples for select to studiohub_system using (true);

-- Who works or worked at a studio, by name, for its own people: a client reads the name under a comment and writes one
-- into a mention, and nothing else of anybody.
create function door.names_at(studio uuid) returns table (user_id uuid, full_name text, role text, is_active boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.user_id, p.full_name, (array_agg(r.role order by r.status = 'active' desc, r.role desc))[1],
    bool_or(r.status = 'active')
  from public.user_roles r join public.profiles p on p.id = r.user_id
  where r.studio_id = studio and r.role in ('studio_admin', 'staff') and r.status <> 'pending'
    and (app.role() = 'super_admin' or app.studio_id() = studio)
  group by r.user_id, p.full_name
$$;
alter function door.names_at(uuid) owner to studiohub_door;
grant execute on function door.names_at(uuid) to studiohub_app;
