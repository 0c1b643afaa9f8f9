-- What of a new studio's checklist cannot be computed: when its admin shared its page, and when they put the list away.
alter table studios
  add column page_shared_at timestamptz,
  add column setup_dismissed_at timestamptz;
grant update (page_shared_at, setup_dismissed_at) on studios to studiohub_app;
