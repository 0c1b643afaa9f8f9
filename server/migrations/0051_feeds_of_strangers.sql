-- The first proof of an address ends what a stranger may have made with the account. Its calendar addresses are such ways
-- in: they need no session.
grant select, update (revoked_at) on calendar_feeds to studiohub_auth;
create policy auth_sees_feeds on calendar_feeds for select to studiohub_auth using (true);
create policy auth_ends_feeds on calendar_feeds for update to studiohub_auth
  using (revoked_at is null) with check (revoked_at >= created_at);
