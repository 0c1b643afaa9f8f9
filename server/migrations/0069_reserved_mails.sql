-- Mails to clients without an account are counted before they are sent, by the time at which they were queued.
drop index mails_to_strangers;
create index mails_to_strangers on booking_messages (created_at) where address_mac is not null;
