-- When the provider forgot a card that was removed (docs/decisions/0154).
alter table saved_cards add column detached_at timestamptz;
-- Cards that were removed before: detaching them again does no harm.
create index saved_cards_to_detach on saved_cards (removed_at) where state = 'removed' and detached_at is null;
