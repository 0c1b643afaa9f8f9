-- Cards that clients leave for the fees of their studio's policy (docs/decisions/0154).

create table saved_cards (
  id uuid primary key,
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid not null,
  account_id text not null,
  customer_id text,
  checkout_id text,
  payment_method_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  -- What the client agreed to, as they read it.
  mandate text not null,
  state text not null default 'open',
  created_at timestamptz not null,
  saved_at timestamptz,
  removed_at timestamptz,
  constraint saved_cards_within_studio unique (id, studio_id),
  constraint saved_card_checkout unique (checkout_id),
  constraint saved_cards_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint saved_card_state check (state in ('open', 'expired', 'saved', 'removed')),
  constraint saved_card_digits check (last4 ~ '^[0-9]{4}$' and exp_month between 1 and 12 and exp_year between 2000 and 2200),
  constraint saved_card_complete check (state <> 'saved' or (payment_method_id is not null and saved_at is not null)),
  constraint saved_card_texts check (char_length(mandate) between 1 and 2000 and char_length(account_id) between 1 and 255)
);
create index saved_cards_by_client on saved_cards (studio_id, client_id, created_at desc);
create index saved_cards_open on saved_cards (created_at) where state = 'open';
alter table saved_cards enable row level security;
alter table saved_cards force row level security;
grant select on saved_cards to studiohub_app;
grant select, insert, update on saved_cards to studiohub_system;
create policy people_see_their_saved_cards on saved_cards for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
create policy jobs_keep_saved_cards on saved_cards to studiohub_system using (true) with check (true);

-- The card with which a payment is made without its owner.
alter table card_payments
  add column saved_card_id uuid,
  add constraint card_payments_of_card foreign key (saved_card_id, studio_id) references saved_cards (id, studio_id)
    on delete set null (saved_card_id);
create index card_payments_by_card on card_payments (saved_card_id) where saved_card_id is not null;
