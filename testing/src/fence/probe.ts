import { actAsCaller } from '@studiohub/server/platform/db/actor.ts'
import type { Engine } from '@studiohub/server/platform/db/engine.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import { sql } from 'kysely'
import { callers, systemRoles } from './cast.ts'
import type { TableUnderTest } from './table.ts'
import { functionCalls, tables } from './tables.ts'

/**
 * Outcome of an attempt: done; hidden (the policy hid the row, so nothing happened); refused. Any other text is an
 * error in the test: the statement fails even without policies.
 */
export type Outcome = 'done' | 'hidden' | 'refused'

/** An attempt: table (or `door` for its functions), action, and the row or input. */
export type AttemptKey = { table: string; action: string; subject: string }
type Statement = { kind: 'read' | 'write' | 'query'; sql: string; clear?: string }
type Attempt = AttemptKey & Statement

/** All actors in the order of the matrix. */
export const actors: string[] = [...callers.map(({ name }) => name), ...systemRoles]

const noSession = '00000000-0000-4000-8000-00000000dead'

/**
 * Creates the function that runs attempts, each in a subtransaction that is rolled back. If `verify`, it first runs the
 * statement as the login role, which policies do not restrict, to show that the statement itself works. Then it runs it
 * as the caller. `done` means that rows were affected and the table changed; `hidden` means that neither happened.
 */
export const probeSql = `
create schema fence;
create function fence.try(acting text, relation text, attempts jsonb, verify boolean) returns setof text language plpgsql as $$
declare
  attempt jsonb;
  affected bigint;
  before text;
  after text;
  snapshot constant text := format('select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) from %s t', relation);
begin
  for attempt in select * from jsonb_array_elements(attempts) loop
    begin
      perform set_config('role', 'none', true);
      if attempt ->> 'clear' is not null then execute attempt ->> 'clear'; end if;
      if verify and attempt ->> 'kind' <> 'query' then
        begin
          execute attempt ->> 'sql';
          get diagnostics affected = row_count;
          raise exception using errcode = 'FE001', message = affected;
        exception
          when sqlstate 'FE001' then if sqlerrm <> '1' then raise exception 'expected 1 row without policies, got %', sqlerrm; end if;
        end;
      end if;
      if verify and attempt ->> 'kind' = 'write' then execute snapshot into before; end if;
      perform set_config('role', acting, true);
      execute attempt ->> 'sql';
      get diagnostics affected = row_count;
      perform set_config('role', 'none', true);
      if verify and attempt ->> 'kind' = 'write' then
        execute snapshot into after;
        if (affected > 0) <> (before <> after) then raise exception '% rows affected, but the table does not match', affected; end if;
      end if;
      raise exception using errcode = 'FE002', message = case when affected > 0 then 'done' else 'hidden' end;
    exception
      when sqlstate 'FE002' then return next sqlerrm;
      when insufficient_privilege then return next 'refused';
      when others then return next format('%s %s in: %s', sqlstate, sqlerrm, attempt ->> 'sql');
    end;
  end loop;
  perform set_config('role', acting, true);
end $$;
grant usage on schema fence to public;
grant execute on function fence.try(text, text, jsonb, boolean) to public;`

function attemptsOn(table: string, { rows, changes, inserts, clearReferences }: TableUnderTest): Attempt[] {
  const attempts: Attempt[] = []
  const add = (action: string, subject: string, statement: Statement) =>
    attempts.push({ table, action, subject, ...statement })
  const addForEachRow = (action: string, statementFor: (condition: string) => Statement) => {
    for (const [subject, condition] of Object.entries(rows)) add(action, subject, statementFor(condition))
  }
  addForEachRow('see', (condition) => ({ kind: 'read', sql: `select 1 from ${table} where ${condition}` }))
  for (const [subject, { sql: text, clear }] of Object.entries(inserts)) {
    add('create', subject, { kind: 'write', sql: text, ...(clear && { clear }) })
  }
  for (const [action, set] of Object.entries(changes)) {
    addForEachRow(action, (condition) => ({ kind: 'write', sql: `update ${table} set ${set} where ${condition}` }))
  }
  addForEachRow('delete', (condition) => ({
    kind: 'write',
    sql: `delete from ${table} where ${condition}`,
    ...(clearReferences && { clear: clearReferences }),
  }))
  return attempts
}

const queries = Object.entries(functionCalls).map(
  ([subject, condition]): Attempt => ({
    table: 'door',
    action: 'read',
    subject,
    kind: 'query',
    sql: `select 1 where ${condition}`,
  }),
)

/** All attempts by table; `door` lists the functions that callers may use. */
export const attempts: Record<string, Attempt[]> = {
  ...Object.fromEntries(Object.entries(tables).map(([table, definition]) => [table, attemptsOn(table, definition)])),
  door: queries,
}

/** Switches to an actor: to a caller with the server's own statement, to a system role by its name. */
async function actAs(tx: Tx, actor: string) {
  const caller = callers.find(({ name }) => name === actor)
  const key = caller?.key && { hash: caller.key, address: '127.0.0.1' }
  const session_id = caller ? caller.session : noSession
  await actAsCaller(tx, { session_id, request_id: 'fence', operation: 'bookings.create', ...(key && { key }) })
  if (!caller) await sql`select set_config('role', ${`studiohub_${actor}`}, true)`.execute(tx)
}

/**
 * The outcomes of all attempts of one actor on a table, in the order of `attempts`. Changes nothing permanently.
 * @param verify whether to check the statements themselves too, which is needed once
 */
export async function probeOutcomes(tx: Tx, table: string, actor: string, verify: boolean): Promise<string[]> {
  // Hundreds of attempts in one statement take longer than a request may if the machine is busy.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await actAs(tx, actor)
  const relation = table === 'door' ? 'pg_roles' : table
  const { rows } = await sql<{ outcome: string }>`
    select fence.try(current_user::text, ${relation}, ${JSON.stringify(attempts[table])}::jsonb, ${verify}) as outcome`.execute(
    tx,
  )
  return rows.map(({ outcome }) => outcome)
}

export const isOutcome = (text: string): text is Outcome => ['done', 'hidden', 'refused'].includes(text)

/** Prepares a migrated database: users, rows and the function that runs attempts. */
export async function prepareFence(engine: Engine, seed: string) {
  await engine.script(`${seed}${probeSql}`)
}
