-- When a member of the crew last lost a place at the desk: an older invitation does not give it back (docs/decisions/0094).
alter table user_roles add column desk_taken_at timestamptz;
grant execute on function app.now() to public;

create or replace function app.guard_role_steps() returns trigger language plpgsql as $$
declare
  removal_stands boolean := (old.removed_at, old.removed_by) is not distinct from (new.removed_at, new.removed_by);
  rejected boolean := old.status = 'pending' and new.status = 'inactive' and old.removed_at is not null and removal_stands;
  only_desk boolean := old.status = 'active' and new.status = 'active' and new.at_desk <> old.at_desk and removal_stands
    and (old.activated_at, old.created_at, old.requested_at) = (new.activated_at, new.created_at, new.requested_at);
begin
  -- A place at the desk ends with the role.
  if new.status <> 'active' or new.role <> 'staff' then new.at_desk := false; end if;
  if old.at_desk and not new.at_desk then new.desk_taken_at := app.now(); end if;
  if app.user_id() is null or app.role() = 'super_admin' or rejected then return new; end if;
  if old.user_id = app.user_id() then
    if removal_stands and (old.status = 'inactive' and new.status = 'pending'
      or old.role = 'client' and old.removed_at is null and old.status <> 'pending' and new.status <> 'pending')
    then return new; end if;
  elsif old.status = 'pending' and new.status = 'active' and new.removed_at is null
    or old.status <> 'pending' and new.status = 'inactive' and new.removed_by = app.user_id()
    or only_desk
  then return new; end if;
  raise insufficient_privilege using message = 'this role cannot be changed in this way';
end $$;
