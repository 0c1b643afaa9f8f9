-- A person's picture, and what it takes to let a person go (docs/decisions/0020, 0021).

-- Whence the picture: the sign-in provider's until somebody uploads one of their own or takes it away.
alter table profiles
  add column avatar_source text not null default 'provider',
  add column avatar_key text,
  add constraint profile_avatar_source check (avatar_source in ('provider', 'upload', 'none')),
  add constraint profile_avatar_has_its_file check ((avatar_source = 'upload') = (avatar_key is not null)),
  add constraint profile_avatar_unique unique (avatar_key);
grant update (avatar_source, avatar_key) on profiles to studiohub_app;

-- Who leaves takes along what is theirs alone; what others need stays without their name. The rows are those of several
-- studios, so no request's rights reach them: the end of an account goes on with the rights of jobs.
grant update (full_name, phone, avatar_source, avatar_key) on profiles to studiohub_system;
create policy jobs_take_names_away on profiles for update to studiohub_system using (true);
grant update (notes, cancelled_at, cancelled_by, cancel_reason) on bookings to studiohub_system;
grant update (name, is_active, user_id) on resources to studiohub_system;
grant delete on partnership_applications, contact_requests, webinar_registrations to studiohub_system;
create policy jobs_clear_applications on partnership_applications for delete to studiohub_system using (true);
create policy jobs_clear_requests on contact_requests for delete to studiohub_system using (true);
create policy jobs_clear_registrations on webinar_registrations for delete to studiohub_system using (true);
