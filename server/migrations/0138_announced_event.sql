-- The last event of a plan that the studio's admins got an email about, so that each event is announced once.
alter table studio_subscriptions rename column told to announced_event;
alter table studio_subscriptions rename constraint subscription_told to subscription_announced_event;
