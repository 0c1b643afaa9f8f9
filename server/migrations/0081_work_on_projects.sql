-- Who works on a project reads its messages (docs/decisions/0103). A task counts only where somebody else gave it: crew make
-- tasks for themselves on any project.
create or replace function app.works_on_project(project uuid) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp
as $$
  select app.role() in ('studio_admin', 'staff') and (
    exists (select from projects p where p.id = project and p.created_by = app.user_id())
    or exists (select from tasks t where t.project_id = project and t.assigned_to = app.user_id()
      and t.created_by is distinct from app.user_id() and t.status <> 'cancelled')
    or exists (select from bookings b join reservations h on h.booking_id = b.id and not h.requested
      join resources r on r.id = h.resource_id
      where b.project_id = project and b.status <> 'cancelled' and r.user_id = app.user_id()))
$$;
