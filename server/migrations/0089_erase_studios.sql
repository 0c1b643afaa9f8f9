-- `npm run admin -- erase-studio` deletes a studio; what belongs to it goes with it. A restore reads which were erased.
grant delete on studios to studiohub_system;
grant select (action, object_id, at) on audit_log to studiohub_system;
create policy jobs_read_which_studios_were_erased on audit_log for select to studiohub_system
  using (action = 'studios.erase');
