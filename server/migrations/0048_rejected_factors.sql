-- The link with which the owner of an account ends a first second factor that somebody with the password added.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_purpose_known,
  add constraint one_time_tokens_purpose_known check (purpose in
    ('signup', 'welcome', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication',
     'factor_added'));
