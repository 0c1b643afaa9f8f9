-- Secret addresses under which calendars read sessions, and what was mailed about them (docs/decisions/0028).

-- calendar_feeds: of one person, what they may see themselves; of a studio, what may hang on its wall
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  user_id uuid not null references profiles (id) on delete cascade,
  studio_id uuid not null references studios (id) on delete cascade,
  -- SHA-256 of the secret in the address: what lies here opens nothing.
  token_hash text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint calendar_feed_kind check (kind in ('person', 'studio')),
  constraint calendar_feeds_one_token unique (token_hash)
);
create unique index calendar_feeds_one_of_a_person on calendar_feeds (user_id, studio_id)
  where kind = 'person' and revoked_at is null;
create unique index calendar_feeds_one_of_a_studio on calendar_feeds (studio_id)
  where kind = 'studio' and revoked_at is null;
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
grant select, insert, update (revoked_at) on calendar_feeds to studiohub_app;
grant select on calendar_feeds to studiohub_system;
create policy people_see_their_feeds on calendar_feeds for select to studiohub_app
  using ((kind = 'person' and user_id = (select app.user_id()))
    or (kind = 'studio' and studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy people_open_feeds on calendar_feeds for insert to studiohub_app
  with check (user_id = (select app.user_id()) and studio_id = (select app.studio_id())
    and ((select app.role()) = 'studio_admin' or (kind = 'person' and (select app.role()) in ('staff', 'client'))));
-- An address ends once, and not before it began.
create policy people_end_feeds on calendar_feeds for update to studiohub_app
  using (revoked_at is null and ((kind = 'person' and user_id = (select app.user_id()))
    or (kind = 'studio' and studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')))
  with check (revoked_at >= created_at);
create policy jobs_read_feeds on calendar_feeds for select to studiohub_system using (true);

-- booking_messages: what was mailed to whom about which session, and how that went; the words are nowhere kept
create table booking_messages (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  kind text not null,
  -- Which change of the session it tells of; of a reminder, which time.
  version integer not null,
  starts_at timestamptz not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint booking_message_kind check (kind in ('requested', 'booked', 'confirmed', 'declined', 'moved', 'cancelled', 'reminder')),
  constraint booking_message_state check (state in ('waiting', 'sent', 'failed', 'skipped')),
  constraint booking_message_sent check ((state = 'sent') = (sent_at is not null)),
  constraint booking_message_error check (char_length(last_error) <= 300)
);
-- A change is told once to each, and a time reminded of once.
create unique index booking_messages_once on booking_messages (booking_id, user_id, kind, version) where kind <> 'reminder';
create unique index booking_reminders_once on booking_messages (booking_id, user_id, starts_at) where kind = 'reminder';
create index booking_messages_by_studio on booking_messages (studio_id, created_at, id);
create index bookings_to_remind on bookings (starts_at) where status = 'confirmed' and booking_type = 'client_booking';
alter table booking_messages enable row level security;
alter table booking_messages force row level security;
grant select on booking_messages to studiohub_app;
grant select, insert, update (state, tries, last_error, sent_at) on booking_messages to studiohub_system;
create policy admins_see_what_was_mailed on booking_messages for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_mail on booking_messages to studiohub_system using (true) with check (true);
