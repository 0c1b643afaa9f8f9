-- Whom mails to clients without an account went to, as a keyed hash of the address (docs/decisions/0100): what limits count.
alter table booking_messages add column address_mac text;
grant update (address_mac) on booking_messages to studiohub_system;
create index mails_to_strangers on booking_messages (sent_at) where address_mac is not null;
