-- Operators list the answered requests to join, newest first. A rejected request has no other row than its entry of the audit log.
create index audit_log_of_answered_requests on audit_log (at desc, id desc)
  where action in ('roles.approve', 'roles.reject') and outcome = 'done';
