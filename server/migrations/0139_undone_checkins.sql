-- A check-in or check-out can be undone by the person who made it (docs/decisions/0206).
alter table client_checkins add column version integer not null default 1;
grant update (version) on client_checkins to studiohub_app;
grant delete on client_checkins to studiohub_app;
create policy people_undo_their_own_check_in on client_checkins for delete to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')
    and checked_in_by = (select app.user_id()) and check_out_time is null);
create policy people_undo_their_own_check_out on client_checkins for update to studiohub_app
  using (studio_id = (select app.studio_id()) and (select app.role()) in ('studio_admin', 'staff')
    and checked_out_by = (select app.user_id()) and check_out_time is not null)
  with check (check_out_time is null and checked_out_by is null);

-- Webhooks are not told of what was undone before they were called.
create trigger undone_checkins_for_webhooks after delete on client_checkins for each row
  execute function door.note_change('checkin', 'check_out_time', 'client_id');
create trigger reopened_checkins_for_webhooks after update on client_checkins for each row
  when (old.check_out_time is not null and new.check_out_time is null)
  execute function door.note_change('checkin', 'check_out_time', 'client_id');
