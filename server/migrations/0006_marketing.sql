-- What people leave on the public pages, mostly without an account: applications of partners, what they write to us, and
-- the webinars they register for. Everybody may write a row of their own; only operators read them.

-- partnership_applications: spelled as the form sends it (spec section 3)
create table partnership_applications (
  id uuid primary key,
  "companyName" text not null,
  "contactName" text not null,
  email text not null,
  phone text not null,
  "partnershipType" text not null
    check ("partnershipType" in ('technology', 'referral', 'reseller', 'integration', 'other')),
  message text not null,
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  constraint partnership_application_lengths check (
    char_length("companyName") between 1 and 100 and char_length("contactName") between 1 and 100
    and char_length(email) between 3 and 255 and char_length(phone) between 1 and 20
    and char_length(message) between 1 and 1000)
);
create index partnership_applications_by_age on partnership_applications (created_at desc, id desc);
create index partnership_applications_by_person on partnership_applications (user_id, created_at desc)
  where user_id is not null;
alter table partnership_applications enable row level security;
alter table partnership_applications force row level security;
grant select, insert on partnership_applications to studiohub_app;
grant select on partnership_applications to studiohub_system;
create policy anybody_applies_for_themselves on partnership_applications for insert to studiohub_app
  with check (user_id is not distinct from (select app.user_id()));
create policy operators_and_applicants_read on partnership_applications for select to studiohub_app
  using ((select app.role()) = 'super_admin' or user_id = (select app.user_id()));
create policy jobs_read_applications on partnership_applications for select to studiohub_system using (true);

-- contact_requests
create table contact_requests (
  id uuid primary key,
  name text not null,
  email text not null,
  company text,
  topic text not null check (topic in ('demo', 'sales', 'support', 'other')),
  message text not null,
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  constraint contact_request_lengths check (
    char_length(name) between 1 and 100 and char_length(email) between 3 and 255
    and char_length(company) between 1 and 120 and char_length(message) between 1 and 2000)
);
alter table contact_requests enable row level security;
alter table contact_requests force row level security;
grant select, insert on contact_requests to studiohub_app;
grant select on contact_requests to studiohub_system;
create policy anybody_writes_for_themselves on contact_requests for insert to studiohub_app
  with check (user_id is not distinct from (select app.user_id()));
create policy operators_read on contact_requests for select to studiohub_app
  using ((select app.role()) = 'super_admin');
create policy jobs_read_requests on contact_requests for select to studiohub_system using (true);

-- webinar_registrations: one for an address and the time that a webinar is held
create table webinar_registrations (
  id uuid primary key,
  webinar text not null,
  email text not null,
  starts_at timestamptz not null,
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  constraint webinar_registration_once unique (webinar, starts_at, email),
  constraint webinar_registration_lengths check (
    char_length(webinar) between 1 and 60 and char_length(email) between 3 and 255)
);
alter table webinar_registrations enable row level security;
alter table webinar_registrations force row level security;
grant select, insert on webinar_registrations to studiohub_app;
grant select on webinar_registrations to studiohub_system;
create policy anybody_registers_for_themselves on webinar_registrations for insert to studiohub_app
  with check (user_id is not distinct from (select app.user_id()));
create policy operators_read on webinar_registrations for select to studiohub_app
  using ((select app.role()) = 'super_admin');
create policy jobs_read_registrations on webinar_registrations for select to studiohub_system using (true);

-- A visitor has no name to leave in the trail; what they may leave there is that one of these three was made.
create policy visitors_leave_a_trail on audit_log for insert to studiohub_app
  with check ((select app.user_id()) is null and actor_id is null and session_id is null and studio_id is null
    and outcome = 'done' and object_type in ('partnership_application', 'contact_request', 'webinar_registration'));
