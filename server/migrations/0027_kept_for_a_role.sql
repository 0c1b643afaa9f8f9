-- In which role a creating call was made: its answer is kept for whoever still acts in it. Null: by somebody who had none,
-- or by an earlier release.
alter table idempotency_keys add column asked_as text;
