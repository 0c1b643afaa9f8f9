-- A studio may block the messages of a client (docs/decisions/0110).
alter table client_records add column messages_blocked_at timestamptz;
grant update (messages_blocked_at) on client_records to studiohub_app;

-- Messages that came by mail: from an address that is not the writer's own where `unproven_from` is given.
alter table conversation_messages
  add column via text not null default 'product',
  add column unproven_from text,
  -- A hash of the mail's Message-ID, by which a repeat is recognized, and a keyed hash of the address of a proven writer.
  add column mail_key text,
  add column mail_from_mac text,
  add constraint message_via check (via in ('product', 'mail')),
  add constraint message_unproven_from check (char_length(unproven_from) <= 255 and (unproven_from is null or via = 'mail')),
  add constraint message_mail check ((via = 'mail') = (mail_key is not null));
create index messages_by_mail on conversation_messages (conversation_id, mail_key) where mail_key is not null;
