-- Plans over time, how they are paid for, and what became of the mails of the product (docs/decisions/0034).

-- studio_subscriptions: what ends and begins again, and what the payment provider calls it
alter table studio_subscriptions
  drop constraint studio_subscriptions_status_check,
  add constraint subscription_status check (status in ('trialing', 'active', 'past_due', 'expired', 'cancelled')),
  add constraint subscription_provider check (provider in ('manual', 'stripe')),
  add column cancel_at_period_end boolean not null default false,
  add column past_due_since timestamptz,
  -- The last thing that the studio's admins were mailed about their plan, so that they are told once.
  add column told text,
  add column stripe_customer_id text,
  add column stripe_subscription_id text,
  add column stripe_checkout_id text,
  -- Counts readings of the provider: only the newest one begun may write what it read.
  add column readings bigint not null default 0,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add constraint subscription_told check (told in ('trial_ending', 'trial_expired', 'payment_failed', 'plan_ended')),
  add constraint subscription_paid_there check ((provider = 'stripe') = (stripe_subscription_id is not null)),
  add constraint subscription_past_due check (status <> 'past_due' or past_due_since is not null),
  add constraint subscription_one_customer unique (stripe_customer_id),
  add constraint subscription_one_payment unique (stripe_subscription_id);
create index subscriptions_by_end on studio_subscriptions (current_period_end)
  where status in ('trialing', 'active', 'past_due');
-- A studio begins with a plan; whom the provider takes for it, no request says.
revoke insert on studio_subscriptions from studiohub_app;
grant insert (studio_id, tier, status, provider, current_period_start, current_period_end) on studio_subscriptions
  to studiohub_app;
grant select on studio_subscriptions to studiohub_door;
create policy the_door_tells_whether_a_plan_runs on studio_subscriptions for select to studiohub_door using (true);

-- Whether a studio's plan takes new sessions, for pages that anybody sees: the same as `takesBookings` of the contract,
-- which a test compares.
create function door.plan_takes_bookings(studio uuid, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.studio_subscriptions p where p.studio_id = studio
    and (p.status in ('active', 'past_due') and not (p.cancel_at_period_end and p.current_period_end <= at)
      or p.status = 'trialing' and p.current_period_end > at))
$$;
alter function door.plan_takes_bookings(uuid, timestamptz) owner to studiohub_door;
grant execute on function door.plan_takes_bookings(uuid, timestamptz) to studiohub_app;

-- payment_events: what the provider has reported, each once, whatever it repeats
create table payment_events (
  id text primary key,
  type text not null,
  studio_id uuid not null references studios (id) on delete cascade,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  constraint payment_event_lengths check (char_length(id) between 1 and 255 and char_length(type) between 1 and 255)
);
create index payment_events_by_studio on payment_events (studio_id, happened_at);
alter table payment_events enable row level security;
alter table payment_events force row level security;
grant select on payment_events to studiohub_app;
grant select, insert on payment_events to studiohub_system;
create policy operators_see_what_was_reported on payment_events for select to studiohub_app
  using ((select app.role()) = 'super_admin');
create policy jobs_note_what_was_reported on payment_events to studiohub_system using (true) with check (true);

-- mail_deliveries: what was mailed besides sessions, and how that went; the words are nowhere kept
create table mail_deliveries (
  -- The id of the job that sends it.
  id uuid primary key,
  -- The studio that it concerns; null for mails of the platform.
  studio_id uuid references studios (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  kind text not null,
  state text not null,
  tries integer not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mail_delivery_kind check (kind in ('welcome', 'studio_created', 'staff_invitation', 'role_invitation',
    'trial_ending', 'trial_expired', 'payment_failed', 'plan_ended')),
  constraint mail_delivery_state check (state in ('waiting', 'sent', 'failed')),
  constraint mail_delivery_sent check ((state = 'sent') = (sent_at is not null)),
  constraint mail_delivery_error check (char_length(last_error) <= 300)
);
create index mail_deliveries_by_studio on mail_deliveries (studio_id, created_at, id);
create index mail_deliveries_by_age on mail_deliveries (created_at, id);
create index booking_messages_by_age on booking_messages (created_at, id);
alter table mail_deliveries enable row level security;
alter table mail_deliveries force row level security;
grant select on mail_deliveries to studiohub_app;
grant select, insert, update (state, tries, last_error, sent_at) on mail_deliveries to studiohub_system;
create policy admins_see_what_the_product_mailed on mail_deliveries for select to studiohub_app
  using ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_note_deliveries on mail_deliveries to studiohub_system using (true) with check (true);
