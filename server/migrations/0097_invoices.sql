-- Invoices, payments and the books of a studio (docs/decisions/0129, 0130, 0131).

-- What a studio prints on its invoices, and who may record what.
create table invoice_settings (
  studio_id uuid primary key references studios (id) on delete cascade,
  legal_name text not null default '',
  address text not null default '',
  tax_number text not null default '',
  bank_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  footer text not null default '',
  payment_days integer not null default 14,
  number_prefix text not null default '',
  credit_note_prefix text not null default 'CN-',
  -- The first number of one year, for a studio that continues a series of another tool.
  first_number integer not null default 1,
  first_number_year integer,
  desk_takes_cash boolean not null default false,
  reminder_days integer[] not null default '{3,7,14}',
  version integer not null default 1,
  constraint invoice_settings_texts check (char_length(legal_name) <= 200 and char_length(address) <= 500
    and char_length(tax_number) <= 40 and char_length(bank_holder) <= 70 and char_length(footer) <= 500),
  constraint invoice_settings_bank check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{10,30})?$'
    and bic ~ '^([A-Z0-9]{8}|[A-Z0-9]{11})?$'),
  constraint invoice_settings_days check (payment_days between 0 and 365 and reminder_days <@ '{3,7,14}'),
  constraint invoice_settings_numbers check (number_prefix ~ '^[A-Za-z0-9/-]{0,12}$'
    and credit_note_prefix ~ '^[A-Za-z0-9/-]{0,12}$' and number_prefix <> credit_note_prefix
    and first_number between 1 and 999999)
);
alter table invoice_settings enable row level security;
alter table invoice_settings force row level security;
grant select, insert on invoice_settings to studiohub_app;
grant update (legal_name, address, tax_number, bank_holder, iban, bic, footer, payment_days, number_prefix,
  credit_note_prefix, first_number, first_number_year, desk_takes_cash, reminder_days, version)
  on invoice_settings to studiohub_app;
grant select on invoice_settings to studiohub_system;
grant select (studio_id, desk_takes_cash) on invoice_settings to studiohub_door;
create policy admins_keep_invoice_settings on invoice_settings to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy the_desk_reads_invoice_settings on invoice_settings for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.works_at_desk()));
create policy jobs_read_invoice_settings on invoice_settings for select to studiohub_system using (true);
create policy the_door_reads_invoice_settings on invoice_settings for select to studiohub_door using (true);

-- Invoices and credit notes. A row without a number is a draft. Names and addresses are copied when it is issued.
create table invoices (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  kind text not null default 'invoice',
  corrects_id uuid,
  number text,
  number_year integer,
  number_in_year integer,
  currency text not null,
  prices_include_tax boolean not null default false,
  net_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  total_minor bigint not null default 0,
  note text not null default '',
  reason text not null default '',
  seller jsonb,
  buyer jsonb not null,
  issued_on date,
  due_on date,
  issued_at timestamptz,
  sent_at timestamptz,
  voided_at timestamptz,
  closing_reason text,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint invoices_within_studio unique (id, studio_id),
  constraint invoice_number_unique unique (studio_id, number),
  constraint invoice_number_once unique (studio_id, kind, number_year, number_in_year),
  constraint invoice_kind check (kind in ('invoice', 'credit_note') and (kind = 'credit_note') = (corrects_id is not null)),
  constraint invoice_corrects foreign key (corrects_id, studio_id) references invoices (id, studio_id) on delete cascade,
  constraint invoices_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint invoice_issued_whole check (num_nonnulls(number, number_year, number_in_year, seller, issued_on, issued_at)
    in (0, 6) and (issued_at is not null or num_nonnulls(voided_at, sent_at) = 0)),
  constraint invoice_currency check (currency ~ '^[A-Z]{3}$'),
  constraint invoice_sums check (total_minor = net_minor + tax_minor and total_minor between 0 and 100000000000),
  constraint invoice_texts check (char_length(note) <= 1000 and char_length(reason) <= 500 and char_length(closing_reason) <= 500)
);
create index invoices_by_time on invoices (studio_id, created_at desc, id desc);
create index invoices_by_client on invoices (studio_id, client_id) where client_id is not null;
create index invoices_that_correct on invoices (corrects_id) where corrects_id is not null;
create index invoices_by_due_day on invoices (due_on) where due_on is not null and voided_at is null;
alter table invoices enable row level security;
alter table invoices force row level security;
grant select, insert, update, delete on invoices to studiohub_app, studiohub_system;
revoke update on invoices from studiohub_app;
grant update (number, number_year, number_in_year, currency, prices_include_tax, net_minor, tax_minor, total_minor, note,
  seller, buyer, issued_on, due_on, issued_at, sent_at, voided_at, closing_reason, version) on invoices to studiohub_app;
grant select (id, studio_id, number, total_minor, issued_at, voided_at) on invoices to studiohub_door;
create policy admins_keep_invoices on invoices to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy clients_see_their_invoices on invoices for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'client' and client_id = (select app.client_id())
    and issued_at is not null);
create policy jobs_keep_invoices on invoices to studiohub_system using (true) with check (true);
create policy the_door_reads_invoices on invoices for select to studiohub_door using (true);

-- An issued invoice stays as it is. It may be sent, become void once, follow its client into another record, and go with its
-- studio.
create function app.keep_issued_invoice() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  free constant text[] := array['client_id', 'sent_at', 'voided_at', 'closing_reason', 'version'];
begin
  if old.issued_at is null then return case tg_op when 'DELETE' then old else new end; end if;
  if tg_op = 'DELETE' then
    if not exists (select from public.studios s where s.id = old.studio_id) then return old; end if;
  elsif to_jsonb(old) - free = to_jsonb(new) - free
    and (old.voided_at is null or (old.voided_at, old.closing_reason) is not distinct from (new.voided_at, new.closing_reason)) then
    return new;
  end if;
  raise exception using errcode = '42501', message = 'an issued invoice is not changed';
end $$;
create trigger issued_invoices_stay before update or delete on invoices
  for each row execute function app.keep_issued_invoice();

create table invoice_lines (
  invoice_id uuid not null,
  position integer not null,
  studio_id uuid not null references studios (id) on delete cascade,
  -- The session and the line of its price, if it is one of a session.
  booking_id uuid references bookings (id) on delete set null,
  booking_line integer,
  -- False when its invoice is void: the session can be on another invoice then.
  is_billed boolean not null default true,
  service_on date,
  description text not null,
  unit text not null,
  quantity integer not null,
  unit_price_minor bigint not null,
  amount_minor bigint not null,
  tax_rate_bp integer not null default 0,
  net_minor bigint not null,
  tax_minor bigint not null,
  primary key (invoice_id, position),
  constraint lines_of_their_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id)
    on delete cascade,
  constraint invoice_line_text check (char_length(description) between 1 and 300),
  constraint invoice_line_unit check (unit in ('hour', 'session', 'half_day', 'day', 'person', 'piece')),
  constraint invoice_line_figures check (quantity > 0 and tax_rate_bp between 0 and 10000
    and abs(unit_price_minor) <= 2000000000 and abs(amount_minor) <= 20000000000)
);
create unique index sessions_are_billed_once on invoice_lines (booking_id, booking_line)
  where booking_id is not null and is_billed;
create index invoice_lines_by_studio on invoice_lines (studio_id);
alter table invoice_lines enable row level security;
alter table invoice_lines force row level security;
grant select, insert, update, delete on invoice_lines to studiohub_system;
grant select, insert, delete, update (is_billed) on invoice_lines to studiohub_app;
grant select (invoice_id, booking_id, is_billed, net_minor, tax_minor) on invoice_lines to studiohub_door;
create policy admins_keep_invoice_lines on invoice_lines to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy clients_see_lines_of_invoices on invoice_lines for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'client'
    and exists (select from invoices i where i.id = invoice_id));
create policy jobs_keep_invoice_lines on invoice_lines to studiohub_system using (true) with check (true);
create policy the_door_reads_invoice_lines on invoice_lines for select to studiohub_door using (true);

-- Lines belong to a draft. Later a line only says that its session is no longer billed by it.
create function app.keep_issued_lines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  invoice uuid := case tg_op when 'DELETE' then old.invoice_id else new.invoice_id end;
begin
  if exists (select from invoices i where i.id = invoice and i.issued_at is not null)
    and (tg_op <> 'UPDATE' or to_jsonb(old) - array['is_billed', 'booking_id'] <> to_jsonb(new) - array['is_billed', 'booking_id']) then
    raise exception using errcode = '42501', message = 'an issued invoice is not changed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger issued_lines_stay before insert or update or delete on invoice_lines
  for each row execute function app.keep_issued_lines();

-- Money that came in or went out. Never changed: a mistake is refunded.
create table payments (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  client_id uuid,
  invoice_id uuid,
  booking_id uuid references bookings (id) on delete set null,
  kind text not null,
  method text not null,
  amount_minor bigint not null,
  currency text not null,
  paid_on date not null,
  note text not null default '',
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint payments_within_studio unique (id, studio_id),
  constraint payments_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint payments_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id) on delete cascade,
  constraint payment_kind check (kind in ('payment', 'refund', 'credit', 'payout')),
  constraint payment_method check (method in ('cash', 'bank', 'outside', 'card', 'credit')),
  constraint payment_amount check (amount_minor between 1 and 100000000000),
  constraint payment_currency check (currency ~ '^[A-Z]{3}$'),
  constraint payment_note check (char_length(note) <= 500)
);
create index payments_by_time on payments (studio_id, created_at desc, id desc);
create index payments_by_invoice on payments (invoice_id) where invoice_id is not null;
create index payments_by_client on payments (studio_id, client_id) where client_id is not null;
alter table payments enable row level security;
alter table payments force row level security;
grant select, insert on payments to studiohub_app;
grant select, insert on payments to studiohub_system;
grant update (client_id) on payments to studiohub_system;
create policy people_see_their_payments on payments for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
    or ((select app.role()) = 'client' and client_id = (select app.client_id()))));
create policy people_record_payments on payments for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and created_by = (select app.user_id())
    and ((select app.role()) = 'studio_admin' or ((select app.works_at_desk()) and kind = 'payment' and method = 'cash'
      and exists (select from invoice_settings s where s.studio_id = payments.studio_id and s.desk_takes_cash))));
create policy jobs_keep_payments on payments to studiohub_system using (true) with check (true);

-- The books: double entry, append only. The entries of one event share its key, which is written once, and sum to zero.
-- Debits are positive, credits negative.
create table ledger_entries (
  studio_id uuid not null references studios (id) on delete cascade,
  event_key text not null,
  position integer not null,
  kind text not null,
  cause_id uuid not null,
  currency text not null,
  occurred_on date not null,
  recorded_at timestamptz not null default clock_timestamp(),
  account text not null,
  amount_minor bigint not null,
  client_id uuid,
  invoice_id uuid,
  booking_id uuid references bookings (id) on delete set null,
  primary key (studio_id, event_key, position),
  constraint entries_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  constraint entries_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id) on delete cascade,
  constraint ledger_event_key check (char_length(event_key) between 1 and 200),
  constraint ledger_kind check (kind in ('session_earned', 'invoice_issued', 'invoice_voided', 'credit_note_issued',
    'payment_received', 'payment_refunded', 'credit_given', 'credit_used', 'credit_paid_out', 'adjustment', 'written_off',
    'fee_charged', 'fee_waived', 'deposit_held', 'deposit_applied', 'deposit_earned', 'deposit_returned', 'processor_fee',
    'payout', 'dispute_opened', 'dispute_ended', 'package_sold', 'package_drawn', 'package_returned')),
  constraint ledger_account check (account in ('receivable', 'unbilled', 'cash', 'bank', 'outside', 'card_clearing',
    'revenue', 'fees', 'tax_payable', 'deposits_held', 'packages_held', 'credit', 'write_off', 'adjustments',
    'processor_fees', 'disputes')),
  constraint ledger_currency check (currency ~ '^[A-Z]{3}$'),
  constraint ledger_amount check (amount_minor <> 0 and abs(amount_minor) <= 100000000000)
);
create index ledger_by_invoice on ledger_entries (invoice_id, account) where invoice_id is not null;
create index ledger_by_client on ledger_entries (studio_id, client_id, account) where client_id is not null;
create index ledger_by_booking on ledger_entries (booking_id, account) where booking_id is not null;
create index ledger_by_day on ledger_entries (studio_id, account, occurred_on);
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;
grant select, insert on ledger_entries to studiohub_app;
grant select, insert, update, delete on ledger_entries to studiohub_system;
grant select, insert on ledger_entries to studiohub_door;
create policy people_see_their_entries on ledger_entries for select to studiohub_app
  using (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
    or ((select app.role()) = 'client' and client_id = (select app.client_id())
      and account in ('receivable', 'credit', 'deposits_held'))));
create policy people_record_entries on ledger_entries for insert to studiohub_app
  with check (studio_id = (select app.studio_id()) and ((select app.role()) = 'studio_admin'
    or ((select app.works_at_desk()) and kind in ('payment_received', 'deposit_held')
      and account in ('cash', 'receivable', 'deposits_held')
      and exists (select from invoice_settings s where s.studio_id = ledger_entries.studio_id and s.desk_takes_cash))));
create policy jobs_keep_entries on ledger_entries to studiohub_system using (true) with check (true);
create policy the_door_records_entries on ledger_entries to studiohub_door using (true) with check (true);

-- Entries are never changed or deleted. They follow their client into another record, and go with their studio.
create function app.keep_entries() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from public.studios s where s.id = old.studio_id) then return old; end if;
  elsif to_jsonb(old) - array['client_id', 'booking_id'] = to_jsonb(new) - array['client_id', 'booking_id'] then
    return new;
  end if;
  raise exception using errcode = '42501', message = 'the books are never changed';
end $$;
create trigger entries_stay before update or delete on ledger_entries
  for each row execute function app.keep_entries();

-- At the end of the transaction the entries of each event sum to zero, in one currency.
create function door.check_balance() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from public.ledger_entries e where e.studio_id = new.studio_id and e.event_key = new.event_key
    having sum(e.amount_minor) <> 0 or count(distinct (e.currency, e.kind, e.cause_id)) > 1) then
    raise exception using errcode = '23514', constraint = 'ledger_balanced', message = 'the entries of an event sum to zero';
  end if;
  return null;
end $$;
alter function door.check_balance() owner to studiohub_door;
create constraint trigger entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function door.check_balance();

-- Brings what a session has earned in the books to what it is worth now: its net amount on an invoice, else its price. What
-- was posted before stays, and the difference is posted. Only one transaction at a time does so for one session.
create function app.post_earnings(session uuid, studio uuid, client uuid, is_done boolean, price bigint, price_currency text,
    day date, posted_at timestamptz) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  billed bigint;
  worth bigint := 0;
  posted record;
  event text;
begin
  perform pg_advisory_xact_lock(hashtextextended('earned:' || session, 0));
  select sum(l.net_minor) into billed from public.invoice_lines l join public.invoices i on i.id = l.invoice_id
    where l.booking_id = session and i.issued_at is not null and i.voided_at is null;
  -- A session without a client is the studio's own. One whose client was erased since keeps what it earned.
  if is_done and (client is not null or exists (select from public.ledger_entries e
      where e.booking_id = session and e.kind = 'session_earned')) then
    worth := coalesce(billed, price, 0);
  end if;
  for posted in
    select c.currency, case when c.currency = price_currency then worth else 0 end
        - coalesce((select -sum(e.amount_minor) from public.ledger_entries e where e.booking_id = session
          and e.kind = 'session_earned' and e.account = 'revenue' and e.currency = c.currency), 0) as difference
    from (select price_currency as currency union select e.currency from public.ledger_entries e
      where e.booking_id = session and e.kind = 'session_earned') c
    where c.currency is not null
  loop
    continue when posted.difference = 0;
    event := format('session_earned:%s:%s', session, (select count(distinct e.event_key) from public.ledger_entries e
      where e.booking_id = session and e.kind = 'session_earned'));
    insert into public.ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on, recorded_at,
        account, amount_minor, client_id, booking_id)
      values (studio, event, 0, 'session_earned', session, posted.currency, day, posted_at, 'unbilled', posted.difference,
          client, session),
        (studio, event, 1, 'session_earned', session, posted.currency, day, posted_at, 'revenue', -posted.difference,
          client, session);
  end loop;
end $$;
grant execute on function app.post_earnings(uuid, uuid, uuid, boolean, bigint, text, date, timestamptz) to studiohub_door;

create function door.post_session() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.post_earnings(new.id, new.studio_id, new.client_id,
    new.status = 'completed' and new.booking_type = 'client_booking', new.price_minor, new.currency, new.booking_date,
    new.updated_at);
  return null;
end $$;
alter function door.post_session() owner to studiohub_door;
create trigger completed_sessions_earn after insert on bookings
  for each row when (new.status = 'completed') execute function door.post_session();
create trigger sessions_earn after update of status, price_minor, currency on bookings
  for each row when ((new.status = 'completed' or old.status = 'completed')
    and (new.status, new.price_minor, new.currency) is distinct from (old.status, old.price_minor, old.currency))
  execute function door.post_session();

-- An invoice that is issued or becomes void changes what its sessions are worth: it says how much of the price is tax.
create function door.post_sessions_of_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  session record;
begin
  for session in
    select b.id, b.studio_id, b.client_id, b.status, b.booking_type, b.price_minor, b.currency, b.booking_date
    from public.bookings b
    where b.id in (select l.booking_id from public.invoice_lines l where l.invoice_id = new.id) order by b.id
  loop
    perform app.post_earnings(session.id, session.studio_id, session.client_id,
      session.status = 'completed' and session.booking_type = 'client_booking', session.price_minor, session.currency,
      session.booking_date, clock_timestamp());
  end loop;
  return null;
end $$;
alter function door.post_sessions_of_invoice() owner to studiohub_door;
grant select (price_minor, currency) on bookings to studiohub_door;
create trigger invoiced_sessions_earn after update of issued_at, voided_at on invoices
  for each row execute function door.post_sessions_of_invoice();

-- What was booked, paid and is owed for sessions, for people who may not read invoices: the desk. Clients see their own.
create function door.session_money(sessions uuid[])
  returns table (booking_id uuid, client_id uuid, currency text, price_minor bigint, invoice_id uuid, invoice_number text,
    paid_minor bigint, owed_minor bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select b.id, b.client_id, b.currency, coalesce(i.billed, b.price_minor), i.id, i.number,
    case when i.id is null then m.held else i.billed - m.owed end, m.owed
  from public.bookings b
  left join lateral (
    select v.id, v.number, sum(l.net_minor + l.tax_minor)::bigint as billed,
      (select coalesce(sum(e.amount_minor), 0) from public.ledger_entries e
        where e.invoice_id = v.id and e.account = 'receivable')::bigint as open
    from public.invoice_lines l join public.invoices v on v.id = l.invoice_id
    where l.booking_id = b.id and l.is_billed and v.issued_at is not null and v.voided_at is null
    group by v.id, v.number
  ) i on true
  cross join lateral (
    select h.held, greatest(case when i.id is not null then least(i.billed, i.open) when b.status = 'cancelled' then 0
      else coalesce(b.price_minor, 0) - h.held end, 0)::bigint as owed
    from (select coalesce(-sum(e.amount_minor), 0)::bigint as held from public.ledger_entries e
      where e.booking_id = b.id and e.account = 'deposits_held') h
  ) m
  where b.id = any(sessions) and b.booking_type = 'client_booking' and b.studio_id = app.studio_id()
    and (app.works_at_desk() or (app.role() = 'client' and b.client_id = app.client_id()))
$$;
alter function door.session_money(uuid[]) owner to studiohub_door;
grant execute on function door.session_money(uuid[]) to studiohub_app;

-- Two records of one client become one: invoices, payments and entries follow.
grant update (client_id) on invoices to studiohub_system;

-- Sessions from before the books.
alter table bookings no force row level security;
alter table ledger_entries no force row level security;
insert into ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on, recorded_at, account,
    amount_minor, client_id, booking_id)
  select b.studio_id, format('session_earned:%s:0', b.id), side.position, 'session_earned', b.id, b.currency, b.booking_date,
    now(), side.account, side.sign * b.price_minor, b.client_id, b.id
  from bookings b cross join (values (0, 'unbilled', 1), (1, 'revenue', -1)) side (position, account, sign)
  where b.status = 'completed' and b.booking_type = 'client_booking' and b.client_id is not null and b.price_minor > 0
    and b.currency is not null;
alter table ledger_entries force row level security;
alter table bookings force row level security;
