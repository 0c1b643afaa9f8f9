-- Messages that nobody has read are mailed (docs/decisions/0105). Up to which message each side was mailed, and when.
alter table conversations
  add column mailed_to_client integer not null default 0,
  add column mailed_to_client_at timestamptz,
  add column mailed_to_studio integer not null default 0,
  add column mailed_to_studio_at timestamptz;

-- Such an email may go to a client without an account, and then counts for the limits of 0100.
alter table mail_deliveries
  add column client_id uuid,
  add column address_mac text,
  add constraint mail_deliveries_of_client foreign key (studio_id, client_id) references client_records
    on delete set null (client_id),
  drop constraint mail_delivery_kind,
  add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created', 'staff_invitation', 'role_invitation',
    'request_approved', 'request_rejected', 'trial_ending', 'trial_expired', 'payment_failed', 'plan_ended', 'test',
    'conversation')),
  drop constraint mail_delivery_state,
  add constraint mail_delivery_state check (state in ('waiting', 'sent', 'failed', 'skipped'));
grant update (client_id, address_mac) on mail_deliveries to studiohub_system;
create index deliveries_to_strangers on mail_deliveries (created_at) where address_mac is not null;
create index mail_deliveries_by_client on mail_deliveries (studio_id, client_id) where client_id is not null;
