-- A client's change never lowers what cancelling costs (docs/decisions/0156), and no deposit is asked for that is too small for a
-- card (docs/decisions/0157).

-- The share of a price that cancelling costs at an instant, in percent.
create function app.cancellation_percent(policy jsonb, starts timestamptz, at timestamptz) returns bigint
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select (step->>'percent')::bigint from jsonb_array_elements(policy->'steps') step
      where at <= starts - make_interval(hours => (step->>'hours')::integer)
      order by (step->>'hours')::integer desc limit 1), (policy->>'late_percent')::bigint, 0)
$$;
grant execute on function app.cancellation_percent(jsonb, timestamptz, timestamptz) to studiohub_app;

-- The same as `feePrice` in the contract.
create function app.fee_price(policy jsonb, price bigint) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$ select greatest(price, (policy->>'price_minor')::bigint, 0) $$;
grant execute on function app.fee_price(jsonb, bigint) to studiohub_app;

create or replace function app.cancellation_fee(policy jsonb, price bigint, starts timestamptz, at timestamptz) returns bigint
  language sql stable set search_path = pg_catalog, pg_temp
as $$ select (app.fee_price(policy, price) * app.cancellation_percent(policy, starts, at) + 50) / 100 $$;

-- A client's change of a confirmed session raises its policy to what cancelling cost until then: the percentage if the start
-- changes, the price if it falls. The desk writes what follows from a request that it approves, what its undo puts back, and
-- what its own price ends. Other people never change the policy.
create or replace function app.guard_kept_policy() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  expected jsonb := old.cancellation_policy;
  minimum bigint;
begin
  if app.works_at_desk() or coalesce(app.role(), '') not in ('client', 'staff') then return new; end if;
  minimum := app.cancellation_percent(expected, old.starts_at, new.updated_at);
  if app.role() = 'client' and old.status = 'confirmed' and minimum > 0 then
    if new.starts_at <> old.starts_at then expected := app.raised_policy(expected, minimum); end if;
    if coalesce(new.price_minor, 0) < app.fee_price(old.cancellation_policy, old.price_minor) then
      expected := expected || jsonb_build_object('price_minor', app.fee_price(old.cancellation_policy, old.price_minor));
    end if;
  end if;
  if new.cancellation_policy is distinct from expected then
    raise exception using errcode = '42501', message = 'the policy of the studio decides on fees';
  end if;
  return new;
end
$$;
drop trigger guard_kept_policy on bookings;
create trigger guard_kept_policy before update of cancellation_policy, starts_at, price_minor on bookings
  for each row execute function app.guard_kept_policy();

-- The least that a card can be charged. The same as `smallestCharge` in the contract.
create function app.smallest_charge(currency text) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case currency when 'GBP' then 30 when 'BGN' then 100 when 'AED' then 200 when 'MYR' then 200 when 'PLN' then 200
    when 'RON' then 200 when 'DKK' then 250 when 'NOK' then 300 when 'SEK' then 300 when 'HKD' then 400 when 'MXN' then 1000
    when 'THB' then 1000 when 'CZK' then 1500 when 'HUF' then 17500
    else case when currency in ('USD', 'AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'INR', 'JPY', 'NZD', 'SGD') then 50 else 1 end end
$$;
grant execute on function app.smallest_charge(text) to studiohub_app, studiohub_system;

create or replace function app.deposit_due(deposit jsonb, payable bigint, currency text) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select case when due >= app.smallest_charge(currency) then due end
  from (select case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then share - share % 10 else share end as due
    from (select case deposit->>'kind' when 'full' then payable
      when 'percent' then (payable * (deposit->>'percent')::bigint + 50) / 100
      when 'fixed' then least(payable, (deposit->>'amount_minor')::bigint) end as share) s) d
$$;
