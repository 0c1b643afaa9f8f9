-- notices, mail_deliveries: how a request to be taken in was answered, and a domain that is no longer proven
-- (docs/decisions/0041)
alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain'));
alter table mail_deliveries drop constraint mail_delivery_kind;
alter table mail_deliveries add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created', 'staff_invitation',
  'role_invitation', 'request_approved', 'request_rejected', 'trial_ending', 'trial_expired', 'payment_failed', 'plan_ended'));

-- studios: since when the record that proves a domain has been missing, each time somebody answered
alter table studios add column domain_missing_since timestamptz;
create index studios_with_a_domain on studios (id) where domain_verified_at is not null;
