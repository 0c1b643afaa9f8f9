-- Agreements that clients sign when they accept terms (docs/decisions/0149).
alter table terms_versions add column needs_signature boolean not null default false, add column signed_services text[],
  add constraint terms_signed_services check (signed_services is null or (needs_signature and cardinality(signed_services) > 0));

create table agreements (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null,
  client_id uuid not null,
  terms_id uuid not null,
  -- Emptied when the client is erased; the hash stays.
  signer_name text,
  drawing text,
  signed_at timestamptz not null default clock_timestamp(),
  pdf bytea,
  sha256 text,
  constraint agreements_within_studio unique (id, studio_id),
  constraint agreement_of_client foreign key (studio_id, client_id) references client_records on delete cascade,
  constraint agreement_of_version foreign key (terms_id, studio_id) references terms_versions (id, studio_id) on delete cascade,
  constraint agreement_signer_length check (char_length(signer_name) <= 120),
  constraint agreement_drawing_shape check (drawing ~ '^[ML0-9 ]+$' and char_length(drawing) <= 20000),
  constraint agreement_hash check (sha256 ~ '^[0-9a-f]{64}$' and (pdf is null or sha256 is not null))
);
create index agreements_by_client on agreements (studio_id, client_id);
create index agreements_by_version on agreements (terms_id);
create index agreements_to_draw on agreements (signed_at) where sha256 is null;
alter table agreements enable row level security;
alter table agreements force row level security;
grant select, insert (id, studio_id, client_id, terms_id, signer_name, drawing, signed_at) on agreements to studiohub_app;
grant select, insert, delete, update (client_id, signer_name, drawing, pdf, sha256) on agreements to studiohub_system;
create policy people_see_agreements on agreements for select to studiohub_app
  using ((select app.role()) = 'super_admin' or (studio_id = (select app.studio_id()) and ((select app.works_at_desk())
    or ((select app.role()) = 'client' and client_id = (select app.client_id())))));
create policy clients_sign_agreements on agreements for insert to studiohub_app
  with check ((select app.role()) = 'client' and studio_id = (select app.studio_id()) and client_id = (select app.client_id()));
create policy jobs_keep_agreements on agreements to studiohub_system using (true) with check (true);

-- A drawn agreement never changes. Erasing a client empties it; its hash stays.
create function app.guard_agreement() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if old.sha256 is not null and (new.sha256 is distinct from old.sha256
    or (new.pdf is not null and new.pdf is distinct from old.pdf)
    or (new.signer_name is not null and new.signer_name is distinct from old.signer_name)
    or (new.drawing is not null and new.drawing is distinct from old.drawing)) then
    raise exception using errcode = '42501', message = 'a signed agreement does not change';
  end if;
  return new;
end $$;
create trigger guard_agreement before update on agreements for each row execute function app.guard_agreement();

alter table terms_acceptances add column agreement_id uuid,
  add constraint acceptance_by_agreement foreign key (agreement_id, studio_id) references agreements (id, studio_id);
create index terms_acceptances_by_agreement on terms_acceptances (agreement_id);

alter table mail_deliveries drop constraint mail_delivery_kind;
alter table mail_deliveries add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created',
  'staff_invitation', 'role_invitation', 'request_approved', 'request_rejected', 'trial_ending', 'trial_expired',
  'payment_failed', 'plan_ended', 'test', 'conversation', 'invoice', 'invoice_reminder', 'receipt', 'agreement'));
