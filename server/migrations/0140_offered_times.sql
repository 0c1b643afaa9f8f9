-- The free times of an assistant's answer, which the panel shows as buttons: [{"date", "time"}].
alter table assistant_messages add column starts jsonb not null default '[]';
