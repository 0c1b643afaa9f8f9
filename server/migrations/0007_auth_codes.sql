-- A change of address waits for both mailboxes; links without a password and codes that confirm a sensitive change.
alter table auth.users
  -- The address that is to take the place of the present one, and which of the two has agreed so far.
  add column new_email text,
  add column email_change_sent_at timestamptz,
  add column email_change_agreed text,
  add column reauthentication_sent_at timestamptz,
  add constraint users_new_email_is_lower_case check (new_email = lower(new_email)),
  add constraint users_new_email_length check (char_length(new_email) between 3 and 255),
  add constraint users_email_change_agreed_known check (email_change_agreed in ('current', 'new')),
  add constraint users_email_change_waits_for_an_address check (email_change_agreed is null or new_email is not null);
create index users_new_email on auth.users (new_email) where new_email is not null;

alter table auth.one_time_tokens
  drop constraint one_time_tokens_purpose_known,
  add constraint one_time_tokens_purpose_known check (purpose in
    ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'));
