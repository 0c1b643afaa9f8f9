-- Disputes, payouts, and the comparison of the books with the provider (docs/decisions/0158, 0159).

-- Payments that clients dispute. Only the server writes them; the provider's word is the truth.
create table card_disputes (
  id text primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  payment_id uuid references card_payments (id) on delete set null,
  -- Null until it was read the first time.
  state text,
  amount_minor bigint not null default 0,
  currency text,
  reason text not null default '',
  respond_by timestamptz,
  evidence_url text not null default '',
  opened_at timestamptz,
  -- What the provider has taken and not given back, and how much of it is lost: the books have the same.
  withdrawn_minor bigint not null default 0,
  lost_minor bigint not null default 0,
  -- Of overlapping readings only the one that started last writes.
  readings bigint not null default 0,
  constraint card_dispute_state check (state in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  constraint card_dispute_currency check (currency ~ '^[A-Z]{3}$'),
  constraint card_dispute_texts check (char_length(id) between 1 and 255 and char_length(reason) <= 255
    and char_length(evidence_url) <= 500)
);
create index card_disputes_by_studio on card_disputes (studio_id, opened_at);
create index card_disputes_by_payment on card_disputes (payment_id) where payment_id is not null;

-- What the provider sent to a studio's bank.
create table card_payouts (
  id text primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  state text,
  amount_minor bigint not null default 0,
  currency text,
  arrives_on date,
  created_at timestamptz,
  -- What the books have of it.
  posted_minor bigint not null default 0,
  readings bigint not null default 0,
  constraint card_payout_state check (state in ('on_its_way', 'paid', 'failed')),
  constraint card_payout_currency check (currency ~ '^[A-Z]{3}$'),
  constraint card_payout_id check (char_length(id) between 1 and 255)
);
create index card_payouts_by_studio on card_payouts (studio_id, created_at);

-- Every movement on a studio's balance at the provider, to compare the books with. They never change.
create table card_movements (
  id text primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  account_id text not null,
  kind text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  intent_id text,
  payout_id text,
  dispute_id text,
  happened_at timestamptz not null,
  constraint card_movement_kind check (kind in ('payment', 'payout', 'fee', 'other')),
  constraint card_movement_currency check (currency ~ '^[A-Z]{3}$'),
  constraint card_movement_id check (char_length(id) between 1 and 255)
);
create index card_movements_by_studio on card_movements (studio_id, happened_at);

-- When the books of a studio were compared, and whether the provider answered the last time.
create table card_comparisons (
  studio_id uuid primary key references studios (id) on delete cascade,
  compared_at timestamptz,
  failed_at timestamptz,
  differences integer not null default 0
);

-- What does not agree since the last comparison. A difference that is resolved is deleted.
create table card_differences (
  studio_id uuid not null references studios (id) on delete cascade,
  subject text not null,
  currency text not null,
  kind text not null,
  payment_id uuid references card_payments (id) on delete cascade,
  books_minor bigint not null,
  provider_minor bigint not null,
  happened_at timestamptz not null,
  found_at timestamptz not null,
  primary key (studio_id, subject, currency),
  constraint card_difference_kind check (kind in ('payment', 'payout', 'fee', 'other')),
  constraint card_difference_subject check (char_length(subject) between 1 and 300),
  constraint card_difference_amounts check (books_minor <> provider_minor)
);

do $$
declare
  name text;
begin
  foreach name in array array['card_disputes', 'card_payouts', 'card_movements', 'card_comparisons', 'card_differences'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('grant select on %I to studiohub_app', name);
    execute format('grant select, insert on %I to studiohub_system', name);
    execute format('create policy admins_see_them on %I for select to studiohub_app
      using (studio_id = (select app.studio_id()) and (select app.role()) = ''studio_admin'')', name);
    execute format('create policy jobs_keep_them on %I to studiohub_system using (true) with check (true)', name);
  end loop;
end $$;

grant update on card_disputes, card_payouts, card_comparisons, card_differences to studiohub_system;
grant delete on card_differences to studiohub_system;

-- What an entry in `card_clearing` is about, as comparisons name it; null: not about the provider.
create function app.card_subject(event_key text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when event_key like 'payout:%' then 'payout:' || split_part(event_key, ':', 2)
    when event_key like 'processor_fee:movement:%' then 'fee:' || split_part(event_key, ':', 3)
    when event_key like '%:card:%' then 'payment:' || split_part(event_key, ':', 3)
    when event_key like 'processor_fee:%' then 'payment:' || split_part(event_key, ':', 2) end
$$;
grant execute on function app.card_subject(text) to studiohub_system;

-- A report is stored with what it names, so that it can be worked through again.
alter table payment_events
  add column account_id text,
  add column payment_id uuid,
  add column object_ids text[] not null default '{}',
  add column done_at timestamptz,
  add column failed_at timestamptz,
  -- The code of the error: no text of the provider.
  add column error text,
  add constraint payment_event_texts check (char_length(error) <= 100 and cardinality(object_ids) <= 10);
grant update (done_at, failed_at, error) on payment_events to studiohub_system;
create index payment_events_failed on payment_events (failed_at) where failed_at is not null;

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender', 'dispute'));
