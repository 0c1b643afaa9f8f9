-- When a password was last set by a session alone, without the old one or a mailed code. For a day such a password does not
-- delete the account: a stolen session could have set it. A change by mail clears it.
alter table auth.users add column password_unproven_at timestamptz;
