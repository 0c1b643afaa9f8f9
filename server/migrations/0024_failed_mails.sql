-- mail_deliveries: an invitation knows its address where nobody has an account with it (docs/decisions/0040)
alter table mail_deliveries add column invitation_id uuid references invitations (id) on delete set null;
create index mail_deliveries_by_invitation on mail_deliveries (invitation_id) where invitation_id is not null;
-- What could not be sent, for those who look into it.
create index mail_deliveries_failed on mail_deliveries (created_at, id) where state = 'failed';
create index booking_messages_failed on booking_messages (created_at, id) where state = 'failed';
