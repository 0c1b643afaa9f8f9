import { sql } from 'kysely'
import type { ExportPart } from './auth-queries.ts'
import { isOwn } from './part-queries.ts'

/** Invoices, payments, cards and agreements. */
export const moneyParts: readonly ExportPart[] = [
  {
    name: 'invoices',
    tables: ['invoices'],
    select: (
      me,
    ) => sql`select i.id, i.studio_id, s.name as studio_name, i.kind, i.number, i.issued_on, i.due_on, i.currency,
        i.net_minor, i.tax_minor, i.total_minor, i.buyer, i.voided_at
      from invoices i join studios s on s.id = i.studio_id
      where ${isOwn(me, 'i')} and i.issued_at is not null order by i.issued_at, i.id`,
  },
  {
    name: 'payments',
    tables: ['payments'],
    select: (me) => sql`select p.id, p.studio_id, s.name as studio_name, p.kind, p.paid_on, p.created_at,
        case when ${isOwn(me, 'p')} then p.amount_minor end as amount_minor,
        case when ${isOwn(me, 'p')} then p.currency end as currency, case when ${isOwn(me, 'p')} then p.method end as method,
        ${isOwn(me, 'p')} as as_client, p.created_by = ${me} as recorded_by_me
      from payments p join studios s on s.id = p.studio_id
      where ${isOwn(me, 'p')} or p.created_by = ${me} order by p.created_at, p.id`,
  },
  {
    name: 'packages',
    tables: ['sold_packages'],
    select: (
      me,
    ) => sql`select p.id, p.studio_id, s.name as studio_name, p.name, p.minutes, p.used_minutes, p.price_minor, p.currency,
        p.last_date, p.sold_at, p.ended_at
      from sold_packages p join studios s on s.id = p.studio_id where ${isOwn(me, 'p')} order by p.sold_at, p.id`,
  },
  {
    name: 'card_payments',
    tables: ['card_payments'],
    select: (
      me,
    ) => sql`select p.id, p.studio_id, s.name as studio_name, p.booking_id, p.state, p.amount_minor, p.currency,
        p.paid_minor, p.refunded_minor, p.created_at
      from card_payments p join studios s on s.id = p.studio_id where ${isOwn(me, 'p')} order by p.created_at, p.id`,
  },
  {
    name: 'saved_cards',
    tables: ['saved_cards'],
    select: (
      me,
    ) => sql`select k.id, k.studio_id, s.name as studio_name, k.brand, k.last4, k.exp_month, k.exp_year, k.mandate, k.state,
        k.created_at, k.saved_at, k.removed_at
      from saved_cards k join studios s on s.id = k.studio_id where ${isOwn(me, 'k')} order by k.created_at, k.id`,
  },
  {
    name: 'terms_acceptances',
    tables: ['terms_acceptances'],
    select: (
      me,
    ) => sql`select a.booking_id, a.studio_id, s.name as studio_name, t.number, t.text, a.way, a.accepted_at, a.network_address
      from terms_acceptances a join terms_versions t on t.id = a.terms_id join studios s on s.id = a.studio_id
      where ${isOwn(me, 'a')} order by a.accepted_at, a.booking_id`,
  },
  {
    name: 'agreements',
    tables: ['agreements'],
    select: (
      me,
    ) => sql`select a.id, a.studio_id, s.name as studio_name, t.number, a.signer_name, a.drawing, a.signed_at, a.sha256
      from agreements a join terms_versions t on t.id = a.terms_id join studios s on s.id = a.studio_id
      where ${isOwn(me, 'a')} order by a.signed_at, a.id`,
  },
]
