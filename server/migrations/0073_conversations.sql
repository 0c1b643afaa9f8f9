-- Messages between a studio and a client: one thread for the client, and one for each project (docs/decisions/0103).

-- Whether the caller works on a project: they made it, have a task of it, or are assigned to one of its sessions.
create function app.works_on_project(project uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp
as $$
  select app.role() in ('studio_admin', 'staff') and (
    exists (select from projects p where p.id = project and p.created_by = app.user_id())
    or exists (select from tasks t where t.project_id = project and t.assigned_to = app.user_id())
    or exists (select from bookings b join reservations h on h.booking_id = b.id and not h.requested
      join resources r on r.id = h.resource_id
      where b.project_id = project and b.status <> 'cancelled' and r.user_id = app.user_id()))
$$;
grant execute on function app.works_on_project(uuid) to studiohub_app;

-- conversations: a thread. Its messages are numbered, so that a number says what a person has read.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null,
  project_id uuid,
  messages integer not null default 0,
  last_from_client integer not null default 0,
  last_from_studio integer not null default 0,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  constraint conversation_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint conversation_of_project foreign key (project_id, studio_id, client_id)
    references projects (id, studio_id, client_id) on update cascade on delete cascade,
  constraint conversation_once unique nulls not distinct (studio_id, client_id, project_id),
  constraint conversations_of_their_client unique (id, studio_id, client_id)
);
create index conversations_by_time on conversations (studio_id, last_message_at, id);
create index conversations_of_project on conversations (project_id) where project_id is not null;
alter table conversations enable row level security;
alter table conversations force row level security;
grant select, insert on conversations to studiohub_app;
grant update (messages, last_from_client, last_from_studio, last_message_at) on conversations to studiohub_app;
grant select, insert, update, delete on conversations to studiohub_system;
-- Operators read no messages.
create policy people_use_their_conversations on conversations to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))
    or ((select app.role()) = 'staff' and app.works_on_project(project_id))));
create policy jobs_keep_conversations on conversations to studiohub_system using (true) with check (true);

-- conversation_messages: what was written. A message is never changed.
create table conversation_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null,
  studio_id uuid not null,
  client_id uuid not null,
  seq integer not null,
  from_studio boolean not null,
  author_id uuid references profiles (id) on delete set null,
  body text not null,
  created_at timestamptz not null default now(),
  constraint messages_of_their_conversation foreign key (conversation_id, studio_id, client_id)
    references conversations (id, studio_id, client_id) on update cascade on delete cascade,
  constraint message_number unique (conversation_id, seq) deferrable initially immediate,
  constraint message_length check (char_length(body) <= 5000)
);
create index messages_of_client on conversation_messages (studio_id, client_id, created_at) where not from_studio;
alter table conversation_messages enable row level security;
alter table conversation_messages force row level security;
grant select, insert on conversation_messages to studiohub_app;
grant select, insert, update, delete on conversation_messages to studiohub_system;
create policy people_read_messages on conversation_messages for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))
    or ((select app.role()) = 'staff' and exists (select from conversations c where c.id = conversation_id))));
create policy people_write_messages on conversation_messages for insert to studiohub_app
  with check (author_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((from_studio and (select app.works_at_desk()))
      or (not from_studio and (select app.role()) = 'client' and client_id = (select app.client_id()))
      or (from_studio and (select app.role()) = 'staff'
        and exists (select from conversations c where c.id = conversation_id))));
create policy jobs_keep_messages on conversation_messages to studiohub_system using (true) with check (true);

-- conversation_reads: up to which message a person has read.
create table conversation_reads (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null,
  studio_id uuid not null,
  client_id uuid not null,
  user_id uuid not null references profiles (id) on delete cascade,
  seq integer not null,
  read_at timestamptz not null default now(),
  constraint conversation_read_once unique (conversation_id, user_id),
  constraint reads_of_their_conversation foreign key (conversation_id, studio_id, client_id)
    references conversations (id, studio_id, client_id) on update cascade on delete cascade
);
create index conversation_reads_by_user on conversation_reads (user_id);
alter table conversation_reads enable row level security;
alter table conversation_reads force row level security;
grant select, insert on conversation_reads to studiohub_app;
grant update (seq, read_at) on conversation_reads to studiohub_app;
grant select, insert, update, delete on conversation_reads to studiohub_system;
create policy people_note_what_they_read on conversation_reads to studiohub_app
  using (user_id = (select app.user_id()) and studio_id = (select app.studio_id()))
  with check (user_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and exists (select from conversations c where c.id = conversation_id));
create policy jobs_keep_what_was_read on conversation_reads to studiohub_system using (true) with check (true);
