-- Mails about sessions beyond the bound of a day come in a digest.
alter table booking_messages add column in_digest boolean not null default false;
grant update (in_digest) on booking_messages to studiohub_system;
create index booking_messages_for_digest on booking_messages (studio_id, user_id) where in_digest and state = 'waiting';
