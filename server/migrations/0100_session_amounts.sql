-- What a session costs its client counts its tax and the fee of a cancelled or missed one, also before there is an invoice.

-- The amount by the price list or the fee, without tax on top. A waived fee costs nothing.
create function app.session_amount(status text, no_show_at timestamptz, price bigint, fee jsonb) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when fee is not null and fee->>'waived_at' is null then (fee->>'amount_minor')::bigint
    when status = 'cancelled' or no_show_at is not null then 0
    else price end
$$;

-- Net and payable part of an amount, rounded half up: the same as `taxedAmount` in the contract.
create function app.net_amount(amount bigint, tax jsonb) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when tax is null or not (tax->>'included')::boolean then amount
    else amount - (2 * amount * (tax->>'rate_bp')::bigint + 10000 + (tax->>'rate_bp')::bigint)
      / (2 * (10000 + (tax->>'rate_bp')::bigint)) end
$$;
create function app.payable_amount(amount bigint, tax jsonb) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when tax is null then amount
    when (tax->>'reverse_charge')::boolean then app.net_amount(amount, tax)
    when (tax->>'included')::boolean then amount
    else amount + (2 * amount * (tax->>'rate_bp')::bigint + 10000) / 20000 end
$$;
grant execute on function app.session_amount(text, timestamptz, bigint, jsonb), app.net_amount(bigint, jsonb),
  app.payable_amount(bigint, jsonb) to studiohub_door, studiohub_app, studiohub_system;
grant select (fee, tax, no_show_at) on bookings to studiohub_door;

-- Completed sessions earn; cancelled ones earn their fee.
create or replace function door.post_session() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.post_earnings(new.id, new.studio_id, new.client_id,
    new.booking_type = 'client_booking' and new.status in ('completed', 'cancelled'),
    app.net_amount(app.session_amount(new.status, new.no_show_at, new.price_minor, new.fee), new.tax), new.currency,
    new.booking_date, new.updated_at);
  return null;
end $$;
drop trigger sessions_earn on bookings;
create trigger sessions_earn after update of status, price_minor, currency, fee, tax, no_show_at on bookings
  for each row when ((new.status in ('completed', 'cancelled') or old.status in ('completed', 'cancelled'))
    and (new.status, new.price_minor, new.currency, new.fee, new.tax, new.no_show_at)
      is distinct from (old.status, old.price_minor, old.currency, old.fee, old.tax, old.no_show_at))
  execute function door.post_session();

create or replace function door.post_sessions_of_invoice() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  session record;
begin
  for session in
    select b.id, b.studio_id, b.client_id, b.currency, b.booking_date,
      b.booking_type = 'client_booking' and b.status in ('completed', 'cancelled') as is_done,
      app.net_amount(app.session_amount(b.status, b.no_show_at, b.price_minor, b.fee), b.tax) as amount
    from public.bookings b
    where b.id in (select l.booking_id from public.invoice_lines l where l.invoice_id = new.id) order by b.id
  loop
    perform app.post_earnings(session.id, session.studio_id, session.client_id, session.is_done, session.amount,
      session.currency, session.booking_date, clock_timestamp());
  end loop;
  return null;
end $$;

create or replace function door.session_money(sessions uuid[])
  returns table (booking_id uuid, client_id uuid, currency text, price_minor bigint, invoice_id uuid, invoice_number text,
    paid_minor bigint, owed_minor bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select b.id, b.client_id, b.currency, coalesce(i.billed, m.payable), i.id, i.number,
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
    select h.held, h.payable, greatest(case when i.id is not null then least(i.billed, i.open)
      else coalesce(h.payable, 0) - h.held end, 0)::bigint as owed
    from (select app.payable_amount(app.session_amount(b.status, b.no_show_at, b.price_minor, b.fee), b.tax) as payable,
        (select coalesce(-sum(e.amount_minor), 0)::bigint from public.ledger_entries e
          where e.booking_id = b.id and e.account = 'deposits_held') as held) h
  ) m
  where b.id = any(sessions) and b.booking_type = 'client_booking' and b.studio_id = app.studio_id()
    and (app.works_at_desk() or (app.role() = 'client' and b.client_id = app.client_id()))
$$;

-- Jobs read what a booking depends on too.
grant execute on function app.booking_tax(uuid, text, uuid) to studiohub_system;
