-- Credit of clients that pays deposits (docs/decisions/0155).

create index ledger_credit_by_booking on ledger_entries (booking_id) where account = 'credit' and booking_id is not null;
