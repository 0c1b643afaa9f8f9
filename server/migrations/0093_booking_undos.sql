-- What the desk can undo: each change of a booking by its people, for a minute (docs/decisions/0124).
create table booking_undos (
  booking_id uuid not null references bookings (id) on delete cascade,
  -- The booking's version after the change.
  version integer not null,
  studio_id uuid not null references studios (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null,
  undone_at timestamptz,
  -- The booking before the change, without names of people. Emptied by the undo.
  snapshot jsonb,
  primary key (booking_id, version)
);
create index booking_undos_by_age on booking_undos (created_at);
create index booking_undos_by_user on booking_undos (user_id);
create index booking_undos_by_studio on booking_undos (studio_id);
alter table booking_undos enable row level security;
alter table booking_undos force row level security;
grant select, insert on booking_undos to studiohub_app;
grant update (undone_at, snapshot) on booking_undos to studiohub_app;
grant select, delete on booking_undos to studiohub_system;
grant update (snapshot) on booking_undos to studiohub_system;
create policy the_desk_sees_undos on booking_undos for select to studiohub_app
  using ((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id()) and (select app.works_at_desk())));
create policy the_desk_can_undo_its_changes on booking_undos for insert to studiohub_app
  with check (user_id = (select app.user_id())
    and exists (select from bookings b where b.id = booking_id and b.studio_id = booking_undos.studio_id)
    and ((select app.role()) = 'super_admin'
      or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))));
create policy people_undo_their_changes on booking_undos for update to studiohub_app
  using (user_id = (select app.user_id()) and ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.works_at_desk()))));
create policy jobs_forget_undos on booking_undos to studiohub_system using (true) with check (true);

-- An undo brings back the change request that the change ended.
create policy an_undo_restores_change_requests on change_requests for insert to studiohub_app
  with check (((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id()) and (select app.works_at_desk())))
    and exists (select from bookings b where b.id = booking_id and b.studio_id = change_requests.studio_id
      and b.client_id = change_requests.client_id)
    and exists (select from booking_undos u where u.booking_id = change_requests.booking_id
      and u.undone_at is not null and u.user_id = (select app.user_id())));

-- The time that a session had before it moved, so that the email names both.
alter table booking_messages add column was jsonb;
alter table booking_messages drop constraint booking_message_kind;
alter table booking_messages add constraint booking_message_kind check (kind in ('requested', 'booked', 'on_hold',
  'confirmed', 'declined', 'moved', 'restored', 'cancelled', 'reminder', 'expiring', 'expired', 'follow_up',
  'change_requested', 'change_approved', 'change_declined', 'change_expired'));
