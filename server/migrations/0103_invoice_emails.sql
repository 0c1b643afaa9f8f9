-- Emails about invoices, and links with which everybody can pay them (docs/decisions/0138).

alter table invoice_settings add column sends_receipts boolean not null default true;
grant update (sends_receipts) on invoice_settings to studiohub_app;

-- A link to the public page of an invoice. Its secret is a code of its id, so nobody can read it here.
create table invoice_links (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  invoice_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint links_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id) on delete cascade
);
create unique index one_link_of_invoice on invoice_links (invoice_id) where revoked_at is null;
create index invoice_links_by_studio on invoice_links (studio_id);
alter table invoice_links enable row level security;
alter table invoice_links force row level security;
grant select, insert, update (expires_at, revoked_at) on invoice_links to studiohub_app, studiohub_system;
create policy admins_keep_invoice_links on invoice_links to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy jobs_keep_invoice_links on invoice_links to studiohub_system using (true) with check (true);

-- What was emailed about an invoice; the log of emails has the result. A reminder for a number of days past due and the
-- receipt of a payment exist once.
create table invoice_emails (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  invoice_id uuid not null,
  kind text not null,
  days integer,
  payment_id uuid,
  delivery_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint emails_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id) on delete cascade,
  constraint receipts_of_payment foreign key (payment_id, studio_id) references payments (id, studio_id) on delete cascade,
  constraint invoice_email_kind check (kind in ('invoice', 'reminder', 'receipt')),
  constraint invoice_email_days check (days is null or kind = 'reminder'),
  constraint invoice_email_payment check ((payment_id is not null) = (kind = 'receipt'))
);
create index invoice_emails_by_invoice on invoice_emails (invoice_id, created_at);
create index invoice_emails_by_studio on invoice_emails (studio_id);
create unique index reminders_once on invoice_emails (invoice_id, days) where days is not null;
create unique index receipts_once on invoice_emails (payment_id) where payment_id is not null;
alter table invoice_emails enable row level security;
alter table invoice_emails force row level security;
grant select on invoice_emails to studiohub_app;
grant select, insert, update (delivery_id) on invoice_emails to studiohub_system;
create policy admins_see_invoice_emails on invoice_emails for select to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin');
create policy jobs_keep_invoice_emails on invoice_emails to studiohub_system using (true) with check (true);

alter table mail_deliveries drop constraint mail_delivery_kind;
alter table mail_deliveries add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created',
  'staff_invitation', 'role_invitation', 'request_approved', 'request_rejected', 'trial_ending', 'trial_expired',
  'payment_failed', 'plan_ended', 'test', 'conversation', 'invoice', 'invoice_reminder', 'receipt'));
