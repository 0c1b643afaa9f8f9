-- What a studio has subscribed to; one row a studio.

create table studio_subscriptions (
  studio_id uuid primary key references studios (id) on delete cascade,
  tier text not null check (tier in ('trial', 'starter', 'pro', 'enterprise')),
  status text not null check (status in ('trialing', 'active', 'expired', 'cancelled')),
  provider text not null default 'manual',
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  created_at timestamptz not null default now(),
  constraint subscription_period check (current_period_start < current_period_end)
);
alter table studio_subscriptions enable row level security;
alter table studio_subscriptions force row level security;
grant select, insert on studio_subscriptions to studiohub_app;
grant select, update on studio_subscriptions to studiohub_system;
-- A client's booking counts against the plan, so everybody in a studio may read it.
create policy people_see_their_plan on studio_subscriptions for select to studiohub_app
  using (studio_id = (select app.studio_id()) or (select app.role()) = 'super_admin');
-- The primary key lets a studio begin once; nobody changes a plan from here.
create policy a_studio_begins_with_a_plan on studio_subscriptions for insert to studiohub_app
  with check ((select app.role()) = 'super_admin'
    or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin'));
create policy jobs_keep_subscriptions on studio_subscriptions to studiohub_system using (true);
