-- Webhooks of studios: signed calls about changes (docs/decisions/0161).
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  label text not null,
  url text not null,
  events text[] not null,
  -- Sealed. The former secret signs too, until its time is over.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  is_active boolean not null default true,
  -- When the product switched it off because it failed for too long.
  ended_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint webhook_texts check (char_length(label) between 1 and 100 and char_length(url) between 8 and 2000),
  constraint webhook_events check (cardinality(events) between 1 and 50),
  constraint webhook_former check ((former_secret is null) = (former_until is null)),
  constraint webhook_ended check (ended_at is null or not is_active)
);
create index webhooks_by_studio on webhooks (studio_id, created_at desc, id desc);
alter table webhooks enable row level security;
alter table webhooks force row level security;
-- The secrets are for the server alone.
grant select (id, studio_id, label, url, events, former_until, is_active, ended_at, answered_at, created_at, version)
  on webhooks to studiohub_app;
grant select, insert, update, delete on webhooks to studiohub_system;
-- Only to seal the secrets again with another key, or to replace lost ones.
grant select (id, secret, former_secret), update (secret, former_secret, former_until, is_active) on webhooks to studiohub_auth;
grant select (studio_id, is_active) on webhooks to studiohub_door;
create policy admins_see_webhooks on webhooks for select to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_keep_webhooks on webhooks to studiohub_system using (true) with check (true);
create policy auth_keeps_webhooks on webhooks to studiohub_auth using (true) with check (true);
create policy the_door_sees_webhooks on webhooks for select to studiohub_door using (true);

-- Changes that no webhook was told of yet. A job reads and deletes them.
create table webhook_changes (
  id bigint generated always as identity primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  kind text not null,
  object_id uuid not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default clock_timestamp()
);
create index webhook_changes_by_object on webhook_changes (object_id, id);
alter table webhook_changes enable row level security;
alter table webhook_changes force row level security;
grant select, delete on webhook_changes to studiohub_system;
grant insert on webhook_changes to studiohub_door;
create policy jobs_read_changes on webhook_changes to studiohub_system using (true) with check (true);
create policy the_door_notes_changes on webhook_changes for insert to studiohub_door with check (true);

-- One event for one webhook, with its last attempt.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  -- The same for all webhooks, and in all attempts.
  event_id uuid not null,
  event text not null,
  at timestamptz not null,
  -- The exact text that is sent. Empty once the client was erased.
  body text,
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_at timestamptz,
  attempted_at timestamptz,
  status integer,
  answer text,
  problem text,
  duration_ms integer,
  created_at timestamptz not null default clock_timestamp(),
  constraint webhook_delivery_once unique (webhook_id, event_id),
  constraint webhook_delivery_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint webhook_delivery_state check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_delivery_texts check (char_length(answer) <= 2000 and char_length(problem) <= 200)
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_client on webhook_deliveries (studio_id, client_id) where client_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
grant select on webhook_deliveries to studiohub_app;
grant select, insert, update, delete on webhook_deliveries to studiohub_system;
create policy admins_see_deliveries on webhook_deliveries for select to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_keep_deliveries on webhook_deliveries to studiohub_system using (true) with check (true);

-- Whether changes of a studio must be noted. A studio that is being deleted still has its webhooks. It has no search path of
-- its own, so that the trigger below does not pay for a call.
create function app.has_webhooks(studio uuid) returns boolean language sql stable
as $$
  select exists (select from public.webhooks w join public.studios s on s.id = w.studio_id
    where w.studio_id = studio and w.is_active)
$$;
revoke execute on function app.has_webhooks(uuid) from public;
grant execute on function app.has_webhooks(uuid) to studiohub_door;

-- Notes a change, in its own transaction, if the studio has a webhook. The first argument is the kind, the others are the
-- columns that tell which event it is; none of them is about a person.
create function door.note_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  was jsonb;
  row_now jsonb;
begin
  if not app.has_webhooks(case tg_op when 'DELETE' then old.studio_id else new.studio_id end) then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then row_now := to_jsonb(new); end if;
  insert into public.webhook_changes (studio_id, kind, object_id, before, after)
  values ((coalesce(row_now, was)->>'studio_id')::uuid, tg_argv[0], (coalesce(row_now, was)->>'id')::uuid,
    (select jsonb_object_agg(key, value) from jsonb_each(was) where key = any (tg_argv)),
    (select jsonb_object_agg(key, value) from jsonb_each(row_now) where key = any (tg_argv)));
  return null;
end $$;
alter function door.note_change() owner to studiohub_door;

create trigger new_bookings_for_webhooks after insert on bookings for each row when (new.booking_type = 'client_booking')
  execute function door.note_change('booking', 'status', 'starts_at', 'ends_at', 'version', 'client_id');
create trigger bookings_for_webhooks after update on bookings for each row
  when (new.booking_type = 'client_booking' and old.version <> new.version)
  execute function door.note_change('booking', 'status', 'starts_at', 'ends_at', 'version', 'client_id');

create trigger new_clients_for_webhooks after insert or delete on client_records for each row
  execute function door.note_change('client', 'removed_at', 'version');
create trigger clients_for_webhooks after update on client_records for each row
  when ((old.name, old.email, old.phone, old.company, old.tags, old.removed_at)
    is distinct from (new.name, new.email, new.phone, new.company, new.tags, new.removed_at))
  execute function door.note_change('client', 'removed_at', 'version');

create trigger new_projects_for_webhooks after insert on projects for each row
  execute function door.note_change('project', 'version', 'client_id');
create trigger projects_for_webhooks after update on projects for each row when (old.version <> new.version)
  execute function door.note_change('project', 'version', 'client_id');

create trigger new_cards_for_webhooks after insert or delete on production_cards for each row
  execute function door.note_change('card', 'phase', 'version', 'client_id', 'project_id');
create trigger cards_for_webhooks after update on production_cards for each row when (old.version <> new.version)
  execute function door.note_change('card', 'phase', 'version', 'client_id', 'project_id');

create trigger new_checkins_for_webhooks after insert on client_checkins for each row
  execute function door.note_change('checkin', 'check_out_time', 'client_id');
create trigger checkins_for_webhooks after update on client_checkins for each row
  when (old.check_out_time is null and new.check_out_time is not null)
  execute function door.note_change('checkin', 'check_out_time', 'client_id');

-- Money by card follows what the provider says, and used credit is no new money.
create trigger payments_for_webhooks after insert on payments for each row
  when (new.kind in ('payment', 'refund') and new.method in ('cash', 'bank', 'outside'))
  execute function door.note_change('payment', 'kind', 'client_id');
create trigger card_payments_for_webhooks after update on card_payments for each row
  when ((old.paid_minor, old.refunded_minor) is distinct from (new.paid_minor, new.refunded_minor))
  execute function door.note_change('card_payment', 'paid_minor', 'refunded_minor', 'client_id');

create trigger card_files_for_webhooks after insert or delete on card_files for each row
  execute function door.note_change('card_file', 'card_id', 'client_id');
create trigger message_files_for_webhooks after update on message_files for each row
  when (old.message_id is null and new.message_id is not null)
  execute function door.note_change('message_file', 'message_id', 'client_id');

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender', 'dispute',
  'webhook'));
