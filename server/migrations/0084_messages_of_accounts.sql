-- Which messages go with an account when its claim of a record is undone (docs/decisions/0114): those of the conversation that
-- it had before the claim.
alter table conversation_messages
  add column account_id uuid references profiles (id) on delete set null;
create index messages_of_account on conversation_messages (account_id) where account_id is not null;

-- What a person of a studio writes is limited too.
create index messages_of_author on conversation_messages (author_id, created_at) where from_studio;
create index conversation_mails on mail_deliveries (studio_id, created_at) where kind = 'conversation';
