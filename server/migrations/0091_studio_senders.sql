-- The address from which a studio's emails are sent, with the key that signs them (docs/decisions/0120). Only jobs read
-- the keys, which are sealed.
create table studio_senders (
  studio_id uuid primary key references studios (id) on delete cascade,
  address text not null,
  domain text not null,
  selector text not null,
  private_key text not null,
  public_key text not null,
  -- The key that replaces the present one as soon as its record is found.
  next_selector text,
  next_private_key text,
  next_public_key text,
  -- Since when the record of the key is there; null: emails are sent from the platform's address.
  verified_at timestamptz,
  checked_at timestamptz,
  -- What the last check found, by kind of record.
  checks jsonb not null default '{}',
  created_at timestamptz not null,
  constraint studio_sender_address check (char_length(address) <= 255 and address like '%@' || domain),
  constraint studio_sender_next check (num_nonnulls(next_selector, next_private_key, next_public_key) in (0, 3))
);
-- A domain is proven by one studio.
create unique index studio_sender_domain on studio_senders (domain) where verified_at is not null;
alter table studio_senders enable row level security;
alter table studio_senders force row level security;
grant select, insert, update, delete on studio_senders to studiohub_system;
-- Operators see which studio sends by which domain, never the keys.
grant select (studio_id, domain, verified_at) on studio_senders to studiohub_app;
-- Keys are sealed again, or replaced, with a new SECRET_KEY.
grant select, update on studio_senders to studiohub_auth;
create policy operators_see_senders on studio_senders for select to studiohub_app
  using ((select app.role()) = 'super_admin');
create policy jobs_keep_senders on studio_senders to studiohub_system using (true) with check (true);
create policy auth_keeps_senders on studio_senders to studiohub_auth using (true) with check (true);

alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender'));
