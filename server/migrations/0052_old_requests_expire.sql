-- Requests that clients made before 0039 expire like new ones, no sooner than 30 minutes from now (docs/decisions/0067).
-- The owner reads these rows past the policies only while they are not forced.
alter table studios no force row level security;
alter table bookings no force row level security;
update bookings b set expires_at = greatest(now() + interval '30 minutes',
    least(now() + make_interval(hours => s.request_expiry_hours),
      b.starts_at - make_interval(mins => s.min_notice_minutes)))
  from studios s
  where s.id = b.studio_id and b.status = 'pending' and b.expires_at is null and b.created_by = b.client_id;
alter table bookings force row level security;
alter table studios force row level security;
