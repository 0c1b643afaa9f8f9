-- The work itself: tasks, who is in the house, and what people and the assistant said to each other (docs/decisions/0036).

-- bookings: what names one of them names one of its own studio
alter table bookings add constraint bookings_of_studio unique (id, studio_id);

-- projects: likewise
alter table projects add constraint projects_within_studio unique (id, studio_id);

-- tasks: what somebody of the studio is to do
create table tasks (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  project_id uuid,
  title text not null,
  description text,
  priority text not null default 'medium',
  status text not null default 'pending',
  phase text,
  due_date date,
  assigned_to uuid references profiles (id) on delete set null,
  created_by uuid references profiles (id) on delete set null,
  created_by_ai boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  version integer not null default 1,
  constraint task_of_a_project foreign key (project_id, studio_id) references projects (id, studio_id)
    on delete set null (project_id),
  constraint task_priority_known check (priority in ('low', 'medium', 'high', 'urgent')),
  constraint task_status_known check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  constraint task_phase_known check (
    phase in ('pre_production', 'production', 'post_production', 'distribution', 'analytics')),
  constraint task_completed_once check ((status = 'completed') = (completed_at is not null)),
  constraint task_title_length check (char_length(title) between 1 and 200),
  constraint task_description_length check (char_length(description) <= 2000)
);
create index tasks_by_studio on tasks (studio_id, created_at desc, id desc);
create index tasks_by_assignee on tasks (assigned_to, created_at desc, id desc) where assigned_to is not null;
create index tasks_by_project on tasks (project_id, due_date) where project_id is not null;
alter table tasks enable row level security;
alter table tasks force row level security;
grant select, insert on tasks to studiohub_app;
grant update (project_id, title, description, priority, status, phase, due_date, assigned_to, updated_at, completed_at,
  version) on tasks to studiohub_app;
grant select on tasks to studiohub_system;
create policy people_see_their_studios_tasks on tasks for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and ((select app.role()) in ('studio_admin', 'staff')
      -- What is to be done for a project its client sees too.
      or ((select app.role()) = 'client' and exists (
        select from projects p where p.id = project_id and p.client_id = (select app.user_id()))))));
create policy people_of_the_studio_make_tasks on tasks for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')
    and created_by = (select app.user_id()) and not created_by_ai);
-- Crew change what is theirs or what they made; what is only assigned to them they cannot hand to somebody else.
create policy tasks_are_changed_by_those_they_concern on tasks for update to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
    or ((select app.role()) = 'staff' and (select app.user_id()) in (assigned_to, created_by))));
create policy jobs_read_tasks on tasks for select to studiohub_system using (true);

-- client_checkins: who is in the house; open until there is a time of leaving
create table client_checkins (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid references profiles (id) on delete set null,
  booking_id uuid,
  checked_in_by uuid references profiles (id) on delete set null,
  check_in_time timestamptz not null default now(),
  check_out_time timestamptz,
  checked_out_by uuid references profiles (id) on delete set null,
  notes text,
  constraint checkin_of_a_session foreign key (booking_id, studio_id) references bookings (id, studio_id)
    on delete set null (booking_id),
  constraint checkin_leaves_after_coming check (check_out_time >= check_in_time),
  constraint checkin_notes_length check (char_length(notes) <= 2000)
);
-- Nobody is in the house twice.
create unique index checkin_open_once on client_checkins (studio_id, client_id) where check_out_time is null;
create index client_checkins_by_studio on client_checkins (studio_id, check_in_time desc, id desc);
create index client_checkins_by_client on client_checkins (client_id, check_in_time desc);
alter table client_checkins enable row level security;
alter table client_checkins force row level security;
grant select, insert on client_checkins to studiohub_app;
grant update (check_out_time, checked_out_by) on client_checkins to studiohub_app;
grant select on client_checkins to studiohub_system;
create policy people_of_the_studio_see_who_came on client_checkins for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')));
create policy people_of_the_studio_check_in on client_checkins for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')
    and checked_in_by = (select app.user_id()) and check_out_time is null);
create policy people_of_the_studio_check_out on client_checkins for update to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')
    and check_out_time is null)
  with check (check_out_time is not null and checked_out_by = (select app.user_id()));
create policy jobs_read_checkins on client_checkins for select to studiohub_system using (true);

-- assistant_messages: what a person and the assistant said to each other, at one studio and perhaps about one project
create table assistant_messages (
  id uuid primary key default gen_random_uuid(),
  -- The order in which they were said: a question and its answer may carry the same instant.
  seq bigint not null generated always as identity,
  studio_id uuid not null references studios (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  project_id uuid,
  role text not null,
  content text not null,
  "timestamp" timestamptz not null default now(),
  constraint message_about_a_project foreign key (project_id, studio_id) references projects (id, studio_id)
    on delete cascade,
  constraint message_role_known check (role in ('user', 'assistant')),
  constraint message_length check (char_length(content) between 1 and 8000)
);
create index assistant_messages_by_person on assistant_messages (user_id, studio_id, project_id, seq desc);
alter table assistant_messages enable row level security;
alter table assistant_messages force row level security;
grant select, insert on assistant_messages to studiohub_app;
grant select, delete on assistant_messages to studiohub_system;
create policy people_read_their_own_conversations on assistant_messages for select to studiohub_app
  using (user_id = (select app.user_id()) and studio_id = (select app.studio_id()));
create policy people_speak_for_themselves on assistant_messages for insert to studiohub_app
  with check (user_id = (select app.user_id()) and studio_id = (select app.studio_id()));
create policy jobs_forget_conversations on assistant_messages to studiohub_system using (true);
