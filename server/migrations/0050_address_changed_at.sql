-- A changed address accepts an invitation without its secret only where the change is older than the invitation: the owner
-- of the mailbox may have pressed the link of a stranger's change because the studio had just invited them.
alter table auth.users add column email_changed_at timestamptz;
grant select (email_changed_at) on auth.users to studiohub_system;
