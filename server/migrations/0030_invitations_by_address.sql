-- Invitations belong to an address, never to an account (docs/decisions/0050). Who may answer one is decided when they
-- answer: the account that has the address, and only where the address is proven.
drop policy admins_invite on invitations;
drop index invitations_by_person;
alter table invitations drop column user_id;
create index invitations_open_by_email on invitations (email)
  where accepted_at is null and declined_at is null and revoked_at is null;
create policy admins_invite on invitations for insert to studiohub_app
  with check (invited_by = (select app.user_id())
    and num_nonnulls(accepted_at, accepted_by, declined_at, revoked_at) = 0
    and ((select app.role()) = 'super_admin'
      or (studio_id = (select app.studio_id()) and (select app.role()) = 'studio_admin')));

grant select (email_proven) on auth.users to studiohub_system;

-- Notices of open invitations to accounts whose address is not proven: they may not answer without the mail. Forced
-- policies would hide the rows from the owner of the table.
alter table notices no force row level security;
delete from notices n using auth.users u
  where n.kind = 'invitation' and n.data @> '{"accepted": false}' and u.id = n.user_id and not u.email_proven;
alter table notices force row level security;
