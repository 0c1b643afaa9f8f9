import { sql } from 'kysely'

/**
 * The columns of a row about a studio's work. They are null unless the person is its client or still works at the studio. A
 * removed admin or crew member only learns that they created the row, not what the studio has written since.
 */
export function workColumns(me: string, row: string, columns: string, isClients = isOwn(me, row)) {
  const visible = sql`(coalesce(${isClients}, false) or ${isStaffOf(me, row)})`
  const columnList = columns.split(' ').map((column) => {
    return sql`case when ${visible} then ${sql.ref(`${row}.${column}`)} end as ${sql.id(column)}`
  })
  return sql.join(columnList)
}

/** The condition that a row belongs to one of the person's client records. */
export const isOwn = (
  me: string,
  row: string,
) => sql`(${sql.ref(`${row}.studio_id`)}, ${sql.ref(`${row}.client_id`)}) in (
  select own.studio_id, own.id from client_records own where own.user_id = ${me})`

const isStaffOf = (
  me: string,
  row: string,
) => sql`exists (select from user_roles own_role where own_role.user_id = ${me}
  and own_role.studio_id = ${sql.ref(`${row}.studio_id`)} and own_role.role in ('studio_admin', 'staff') and own_role.status = 'active')`
