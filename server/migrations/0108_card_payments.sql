-- Cards through the provider, on each studio's own account (docs/decisions/0148).

-- What the provider says about a studio's account. Only the server writes it.
create table card_accounts (
  studio_id uuid primary key references studios (id) on delete cascade,
  account_id text not null,
  takes_cards boolean not null default false,
  pays_out boolean not null default false,
  is_submitted boolean not null default false,
  problem text,
  created_at timestamptz not null default clock_timestamp(),
  -- Of overlapping readings only the one that started last writes.
  readings bigint not null default 0,
  constraint card_account_unique unique (account_id),
  constraint card_account_texts check (char_length(account_id) between 1 and 255 and char_length(problem) <= 255)
);
alter table card_accounts enable row level security;
alter table card_accounts force row level security;
grant select on card_accounts to studiohub_app;
grant select, insert, update on card_accounts to studiohub_system;
grant select (studio_id, takes_cards) on card_accounts to studiohub_door;
create policy admins_see_their_card_account on card_accounts for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy jobs_keep_card_accounts on card_accounts to studiohub_system using (true) with check (true);
create policy the_door_reads_card_accounts on card_accounts for select to studiohub_door using (true);

-- Payments by card for bookings: what shall be paid, and what the provider said last. Only the server writes them.
create table card_payments (
  id uuid primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  booking_id uuid references bookings (id) on delete set null,
  account_id text not null,
  amount_minor bigint not null,
  currency text not null,
  -- Whether the amount is authorized first and captured when the studio confirms.
  is_authorized_first boolean not null,
  checkout_id text,
  checkout_url text,
  intent_id text,
  state text not null default 'open',
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  fee_minor bigint,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The version of the booking that it was last compared with.
  booking_version integer,
  readings bigint not null default 0,
  constraint card_payments_within_studio unique (id, studio_id),
  constraint card_payment_checkout unique (checkout_id),
  constraint card_payment_intent unique (intent_id),
  constraint card_payments_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint card_payment_state check (state in ('open', 'expired', 'authorized', 'released', 'paid', 'refunded')),
  constraint card_payment_amounts check (amount_minor between 1 and 100000000000
    and paid_minor between 0 and 100000000000 and refunded_minor between 0 and paid_minor),
  constraint card_payment_currency check (currency ~ '^[A-Z]{3}$')
);
create unique index card_payments_one_open on card_payments (booking_id) where state = 'open' and booking_id is not null;
create index card_payments_by_booking on card_payments (booking_id) where booking_id is not null;
create index card_payments_by_client on card_payments (studio_id, client_id) where client_id is not null;
create index card_payments_in_motion on card_payments (read_at) where state in ('open', 'authorized', 'paid');
alter table card_payments enable row level security;
alter table card_payments force row level security;
grant select on card_payments to studiohub_app;
grant select, insert, update on card_payments to studiohub_system;
create policy people_see_their_card_payments on card_payments for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
create policy jobs_keep_card_payments on card_payments to studiohub_system using (true) with check (true);

-- Whether a studio's account can be charged.
create function door.takes_cards(studio uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select exists (select from public.card_accounts a where a.studio_id = studio and a.takes_cards) $$;
alter function door.takes_cards(uuid) owner to studiohub_door;
grant execute on function door.takes_cards(uuid) to studiohub_app, studiohub_system;

-- How people of a studio can be paid: its bank details, as on its invoices.
create function door.bank_details(studio uuid) returns table (holder text, iban text, bic text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(nullif(i.bank_holder, ''), s.name), i.iban, i.bic
  from public.invoice_settings i join public.studios s on s.id = i.studio_id
  where i.studio_id = studio and studio = app.studio_id() and i.iban <> ''
$$;
grant select (bank_holder, iban, bic) on invoice_settings to studiohub_door;
alter function door.bank_details(uuid) owner to studiohub_door;
grant execute on function door.bank_details(uuid) to studiohub_app;

-- Until when a client's new session waits for its deposit. It is cancelled then, and can come back when the payment is late.
alter table bookings
  add column pay_by timestamptz,
  add constraint booking_pay_by check (pay_by is null or deposit_minor is not null);
grant update (pay_by) on bookings to studiohub_system;
create index bookings_to_pay on bookings (pay_by) where pay_by is not null and status = 'pending';

-- As before; besides, a client does not confirm a session that waits for its deposit.
create or replace function app.guard_confirmation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if app.role() = 'client' and ((old.status = 'confirmed' and new.status = 'pending')
    or (new.status = 'confirmed'
      and (not app.confirms_at_once(new.studio_id, new.service_type) or (old.status = 'pending' and old.pay_by is not null))
      and (old.status, old.booking_date, old.starts_at, old.ends_at, old.service_type)
        is distinct from (new.status, new.booking_date, new.starts_at, new.ends_at, new.service_type))) then
    raise exception using errcode = '42501', message = 'the studio confirms';
  end if;
  return new;
end $$;
