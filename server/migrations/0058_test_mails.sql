-- mail_deliveries: a mail without news, by which an operator tries the mail server
alter table mail_deliveries drop constraint mail_delivery_kind;
alter table mail_deliveries add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created', 'staff_invitation',
  'role_invitation', 'request_approved', 'request_rejected', 'trial_ending', 'trial_expired', 'payment_failed', 'plan_ended',
  'test'));
