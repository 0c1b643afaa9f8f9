-- A client who moves a session when cancelling costs something pays at least as much for cancelling it later
-- (docs/decisions/0139). Taxes and policies are shown where they were missing.

-- A policy in which nothing costs less than a percentage. The same as `policyAfterMove` in the contract.
create function app.raised_policy(policy jsonb, minimum bigint) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select policy || jsonb_build_object(
    'steps', (select coalesce(jsonb_agg(step || jsonb_build_object('percent', greatest((step->>'percent')::bigint, minimum))
      order by position), '[]') from jsonb_array_elements(policy->'steps') with ordinality as all_steps (step, position)),
    'late_percent', greatest((policy->>'late_percent')::bigint, minimum),
    'no_show_percent', greatest((policy->>'no_show_percent')::bigint, minimum))
$$;
grant execute on function app.raised_policy(jsonb, bigint) to studiohub_app;
grant update (cancellation_policy) on bookings to studiohub_app;

-- A client's move raises the policy of a confirmed session to what cancelling cost until then. The desk writes what follows
-- from a request that it approves, and what its undo puts back. Other people never change it.
create function app.guard_kept_policy() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  expected jsonb := old.cancellation_policy;
begin
  if app.works_at_desk() or coalesce(app.role(), '') not in ('client', 'staff') then return new; end if;
  if app.role() = 'client' and old.status = 'confirmed' and new.starts_at <> old.starts_at then
    -- The fee of a price of 100 is the percentage.
    expected := app.raised_policy(expected, app.cancellation_fee(expected, 100, old.starts_at, new.updated_at));
  end if;
  if new.cancellation_policy is distinct from expected then
    raise exception using errcode = '42501', message = 'the policy of the studio decides on fees';
  end if;
  return new;
end
$$;
create trigger guard_kept_policy before update of cancellation_policy, starts_at on bookings
  for each row execute function app.guard_kept_policy();

-- Visitors see prices with the tax that comes on top.
create or replace function door.priced_offer(studio uuid) returns table (services json, room_ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select coalesce(json_agg(json_build_object('key', o.key, 'label', o.label, 'description', o.description,
        'default_minutes', o.default_minutes, 'min_minutes', o.min_minutes, 'max_minutes', o.max_minutes,
        'step_minutes', o.step_minutes, 'capacity', o.capacity, 'room_ids', o.room_ids, 'price_minor', o.price_minor,
        'needs_person', o.person_ids is not null, 'person_title', o.person_title, 'deposit', o.deposit, 'tax', app.booking_tax(s.id, o.key, null),
        'currency', coalesce(o.currency, s.currency), 'pricing', o.pricing) order by o.position, o.key), '[]')
      from public.studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable
        and not (o.hide_without_price and o.price_minor is null and o.pricing->'rooms' = '[]')),
    array(select r.id from public.resources r
      where r.studio_id = s.id and r.is_active and r.kind = 'room' order by r.position, r.id)
  from public.studios s where s.id = studio and s.is_active
$$;
grant execute on function app.booking_tax(uuid, text, uuid) to studiohub_door;
grant select (taxes) on studios to studiohub_door;
grant select (tax_key) on studio_services to studiohub_door;

-- The client is told that a fee was waived.
alter table booking_messages drop constraint booking_message_kind;
alter table booking_messages add constraint booking_message_kind check (kind in ('requested', 'booked', 'on_hold',
  'confirmed', 'declined', 'moved', 'restored', 'cancelled', 'reminder', 'expiring', 'expired', 'follow_up',
  'change_requested', 'change_approved', 'change_declined', 'change_expired', 'fee_waived'));

-- An issued invoice names the policies of its sessions, in words.
alter table invoices
  add column policies text[] not null default '{}',
  add constraint invoice_policies check (cardinality(policies) <= 100 and pg_column_size(policies) < 65536);
grant update (policies) on invoices to studiohub_app;
