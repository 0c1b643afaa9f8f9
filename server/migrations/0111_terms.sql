-- Terms of studios, and which client accepted which version for which booking (docs/decisions/0143).
create table terms_versions (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  number integer not null,
  text text not null,
  published_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint terms_within_studio unique (id, studio_id),
  constraint terms_number unique (studio_id, number),
  constraint terms_length check (char_length(text) between 1 and 50000),
  constraint terms_number_positive check (number > 0)
);
create unique index one_current_version on terms_versions (studio_id) where ended_at is null;
alter table terms_versions enable row level security;
alter table terms_versions force row level security;
-- A version never changes; it only ends.
grant select, insert, update (ended_at) on terms_versions to studiohub_app;
grant select, delete on terms_versions to studiohub_system;
create policy people_of_the_studio_read_terms on terms_versions for select to studiohub_app
  using ((select app.role()) = 'super_admin' or studio_id = (select app.studio_id()));
create policy admins_publish_terms on terms_versions for insert to studiohub_app
  with check ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy admins_end_terms on terms_versions for update to studiohub_app
  using ((select app.role()) = 'studio_admin' and studio_id = (select app.studio_id()));
create policy jobs_keep_terms on terms_versions to studiohub_system using (true) with check (true);

create table terms_acceptances (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null,
  booking_id uuid not null,
  client_id uuid not null,
  terms_id uuid not null,
  way text not null,
  accepted_at timestamptz not null default clock_timestamp(),
  -- Removed after 90 days.
  network_address text,
  constraint acceptance_of_booking foreign key (booking_id, studio_id) references bookings (id, studio_id) on delete cascade,
  constraint acceptance_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint acceptance_of_version foreign key (terms_id, studio_id) references terms_versions (id, studio_id) on delete cascade,
  constraint one_acceptance_of_booking unique (booking_id),
  constraint acceptance_way check (way in ('booking', 'link', 'page')),
  constraint acceptance_address check (char_length(network_address) <= 64)
);
create index terms_acceptances_by_client on terms_acceptances (studio_id, client_id);
create index terms_acceptances_by_version on terms_acceptances (terms_id);
create index terms_acceptances_with_address on terms_acceptances (accepted_at) where network_address is not null;
alter table terms_acceptances enable row level security;
alter table terms_acceptances force row level security;
-- An acceptance never changes: jobs remove its address, and move it to the client's other record.
grant select, insert on terms_acceptances to studiohub_app;
grant select, insert, delete, update (network_address, client_id) on terms_acceptances to studiohub_system;
create policy people_see_acceptances on terms_acceptances for select to studiohub_app
  using ((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
create policy clients_accept_current_terms on terms_acceptances for insert to studiohub_app
  with check ((select app.role()) = 'client' and studio_id = (select app.studio_id()) and client_id = (select app.client_id())
    and way in ('booking', 'page')
    and exists (select from terms_versions t where t.id = terms_id and t.studio_id = terms_acceptances.studio_id and t.ended_at is null)
    and exists (select from bookings b where b.id = booking_id and b.client_id = terms_acceptances.client_id));
create policy jobs_keep_acceptances on terms_acceptances to studiohub_system using (true) with check (true);

-- The terms that the client of a booking has not accepted yet: the current ones, if the studio had terms when it was made.
create function app.open_terms(booking uuid) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select t.id from public.bookings b join public.terms_versions t on t.studio_id = b.studio_id and t.ended_at is null
  where b.id = booking and b.client_id is not null and b.status in ('pending', 'confirmed')
    and not exists (select from public.terms_acceptances a where a.booking_id = b.id)
    and exists (select from public.terms_versions f where f.studio_id = b.studio_id and f.published_at <= b.created_at
      and (f.ended_at is null or f.ended_at > b.created_at))
$$;
grant execute on function app.open_terms(uuid) to studiohub_app, studiohub_system;
