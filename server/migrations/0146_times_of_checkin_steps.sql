-- When the last step of a check-in was made, by the server's clock. The minute for an undo begins then (docs/decisions/0206), because
-- a check-in that was recorded without a connection has an earlier arrival time.
alter table client_checkins add column changed_at timestamptz not null default clock_timestamp();
grant update (changed_at) on client_checkins to studiohub_app;
alter table client_checkins no force row level security;
update client_checkins set changed_at = coalesce(check_out_time, check_in_time);
alter table client_checkins force row level security;
