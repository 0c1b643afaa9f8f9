-- Invoices that are paid by card (docs/decisions/0152).

alter table card_payments
  add column invoice_id uuid,
  -- What was not open any more when the money came.
  add column excess_minor bigint not null default 0,
  -- What goes back to the card in all: the excess, and refunds by admins. Equal to `refunded_minor` once the provider has done it.
  add column return_minor bigint not null default 0,
  -- The payment in the books.
  add column payment_id uuid,
  add constraint card_payments_of_invoice foreign key (invoice_id, studio_id) references invoices (id, studio_id)
    on delete set null (invoice_id),
  add constraint card_payment_of_one check (booking_id is null or invoice_id is null),
  add constraint card_payment_returns check (excess_minor between 0 and paid_minor and return_minor between 0 and paid_minor);
create unique index card_payments_one_open_of_invoice on card_payments (invoice_id)
  where state = 'open' and invoice_id is not null;
create index card_payments_by_invoice on card_payments (invoice_id) where invoice_id is not null;
create index card_payments_in_the_books on card_payments (payment_id) where payment_id is not null;
create index card_payments_to_return on card_payments (read_at) where return_minor > refunded_minor;
