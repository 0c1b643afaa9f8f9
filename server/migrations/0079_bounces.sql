-- Since when emails to a client's address come back, and the address that did (docs/decisions/0109).
alter table client_records add column email_bounced_at timestamptz, add column bounced_email text,
  add constraint client_record_bounce check (num_nonnulls(email_bounced_at, bounced_email) in (0, 2));
grant update (email_bounced_at, bounced_email) on client_records to studiohub_app;
