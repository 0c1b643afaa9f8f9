-- Operators look at a studio as its admin sees it, and change nothing (docs/decisions/0169).
-- A view belongs to one session. Requests have no rights on this table: the server writes it with the rights of jobs, and the
-- door reads it. A row of anybody else's session than an operator's with a second factor has no effect.
create table owner_views (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  studio_id uuid not null references studios (id) on delete cascade,
  started_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  constraint owner_view_length check (ends_at > started_at and ends_at <= started_at + interval '30 minutes')
);
create index owner_views_by_studio on owner_views (studio_id);
alter table owner_views enable row level security;
alter table owner_views force row level security;
grant select, insert, delete on owner_views to studiohub_system;
grant select on owner_views to studiohub_door, studiohub_auth;
create policy jobs_keep_owner_views on owner_views to studiohub_system using (true) with check (true);
create policy the_door_reads_owner_views on owner_views for select to studiohub_door using (true);
create policy auth_reads_owner_views on owner_views for select to studiohub_auth using (true);

-- The door also reads whether the session views a studio. Then it has the role of an admin there instead of its own.
drop function door.actor(uuid);
create function door.actor(session uuid)
  returns table (user_id uuid, session_id uuid, aal text, role text, studio_id uuid, client_id uuid, at_desk boolean,
    awaits_factor boolean, bound_studio_id uuid, has_other_roles boolean, view_ends_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query select u.id, s.id, s.aal, case when v.studio_id is null then r.role else 'studio_admin' end,
      coalesce(v.studio_id, r.studio_id), c.id, r.at_desk,
      s.aal = 'aal1' and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'),
      s.studio_id,
      s.studio_id is not null and exists (
        select from public.user_roles o
        where o.user_id = u.id and o.status in ('active', 'pending') and o.studio_id is distinct from s.studio_id),
      v.ends_at
    from auth.sessions s
    join auth.users u on u.id = s.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
    left join lateral (
      select ur.role, ur.studio_id, ur.at_desk from public.user_roles ur
      where ur.user_id = u.id and ur.status = 'active' and (s.studio_id is null or ur.studio_id = s.studio_id)
      order by ur.activated_at desc limit 1
    ) r on true
    left join public.owner_views v on v.session_id = s.id and v.ends_at > now() and r.role = 'super_admin'
      and s.aal = 'aal2' and s.studio_id is null
    left join public.client_records c on r.role = 'client' and c.studio_id = r.studio_id and c.user_id = u.id
    where s.id = session;
end $$;
alter function door.actor(uuid) owner to studiohub_door;
revoke execute on function door.actor(uuid) from public;
grant execute on function door.actor(uuid) to studiohub_login;

-- What operators wrote to the admins of a studio. Requests have no rights on this table.
create table operator_letters (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references studios (id) on delete cascade,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint operator_letter_texts check (char_length(subject) between 1 and 120 and char_length(body) between 1 and 5000)
);
create index operator_letters_by_studio on operator_letters (studio_id, created_at);
alter table operator_letters enable row level security;
alter table operator_letters force row level security;
grant select, insert, delete on operator_letters to studiohub_system;
create policy jobs_keep_operator_letters on operator_letters to studiohub_system using (true) with check (true);

alter table mail_deliveries drop constraint mail_delivery_kind;
alter table mail_deliveries add constraint mail_delivery_kind check (kind in ('welcome', 'studio_created',
  'staff_invitation', 'role_invitation', 'request_approved', 'request_rejected', 'trial_ending', 'trial_expired',
  'payment_failed', 'plan_ended', 'test', 'conversation', 'invoice', 'invoice_reminder', 'receipt', 'agreement',
  'operator_letter', 'trial_extended', 'owner_view'));
alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind check (kind in ('invitation', 'role_request', 'request_answered',
  'booking_request', 'booking_changed', 'mention', 'task', 'plan', 'domain', 'claim', 'sender', 'dispute',
  'webhook', 'calendar', 'owner_view'));
