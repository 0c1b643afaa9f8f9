import { actAsCaller } from '@studiohub/server/platform/db/actor.ts'
import type { Engine } from '@studiohub/server/platform/db/engine.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import { sql } from 'kysely'
import { callers, servants } from './cast.ts'
import type { TableUnderTest } from './table.ts'
import { questions, tables } from './tables.ts'

/**
 * Outcome of an attempt: done; hidden (the policy hid the row, so nothing happened); refused. Any other text is a
 * mistake in the test: the statement fails even without policies.
 */
export type Outcome = 'done' | 'hidden' | 'refused'

/** An attempt: table (or `door` for its functions), action, and the row or input. */
export type Try = { table: string; deed: string; about: string }
type Statement = { kind: 'read' | 'write' | 'ask'; sql: string; clear?: string }
type Attempt = Try & Statement

/** All actors in the order of the matrix. */
export const actors: string[] = [...callers.map(({ name }) => name), ...servants]

const noSession = '00000000-0000-4000-8000-00000000dead'

/**
 * Creates the function that runs attempts. Each attempt runs twice in a subtransaction that is rolled back: first with
 * the rights of the login, which policies do not restrict, to show that the statement itself works; then with the
 * rights of the caller. `done` means that rows were affected and the table changed; `hidden` that neither happened.
 * Once checked, an attempt can run without the first step.
 */
export const probeSql = `
create schema fence;
create function fence.try(acting text, relation text, attempts jsonb, doubted boolean) returns setof text language plpgsql as $$
declare
  attempt jsonb;
  affected bigint;
  before text;
  after text;
  witness constant text := format('select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) from %s t', relation);
begin
  for attempt in select * from jsonb_array_elements(attempts) loop
    begin
      perform set_config('role', 'none', true);
      if attempt ->> 'clear' is not null then execute attempt ->> 'clear'; end if;
      if doubted and attempt ->> 'kind' <> 'ask' then
        begin
          execute attempt ->> 'sql';
          get diagnostics affected = row_count;
          raise exception using errcode = 'FE001', message = affected;
        exception
          when sqlstate 'FE001' then if sqlerrm <> '1' then raise exception 'without any fence % rows are affected', sqlerrm; end if;
        end;
      end if;
      if doubted and attempt ->> 'kind' = 'write' then execute witness into before; end if;
      perform set_config('role', acting, true);
      execute attempt ->> 'sql';
      get diagnostics affected = row_count;
      perform set_config('role', 'none', true);
      if doubted and attempt ->> 'kind' = 'write' then
        execute witness into after;
        if (affected > 0) <> (before <> after) then raise exception '% rows affected, yet the table says otherwise', affected; end if;
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

function attemptsOn(table: string, { rows, changes, makes, clearReferences }: TableUnderTest): Attempt[] {
  const attempts: Attempt[] = []
  const add = (deed: string, about: string, statement: Statement) => attempts.push({ table, deed, about, ...statement })
  const each = (deed: string, make: (condition: string) => Statement) => {
    for (const [about, condition] of Object.entries(rows)) add(deed, about, make(condition))
  }
  each('see', (condition) => ({ kind: 'read', sql: `select 1 from ${table} where ${condition}` }))
  for (const [about, { sql: text, clear }] of Object.entries(makes)) {
    add('make', about, { kind: 'write', sql: text, ...(clear && { clear }) })
  }
  for (const [deed, set] of Object.entries(changes)) {
    each(deed, (condition) => ({ kind: 'write', sql: `update ${table} set ${set} where ${condition}` }))
  }
  each('delete', (condition) => ({
    kind: 'write',
    sql: `delete from ${table} where ${condition}`,
    ...(clearReferences && { clear: clearReferences }),
  }))
  return attempts
}

const queries = Object.entries(questions).map(
  ([about, condition]): Attempt => ({
    table: 'door',
    deed: 'learn',
    about,
    kind: 'ask',
    sql: `select 1 where ${condition}`,
  }),
)

/** All attempts by table; `door` lists the functions that callers may use. */
export const attempts: Record<string, Attempt[]> = {
  ...Object.fromEntries(Object.entries(tables).map(([table, under]) => [table, attemptsOn(table, under)])),
  door: queries,
}

/** Switches to an actor: a caller through the server's own statement, a servant by its role. */
async function actAs(tx: Tx, actor: string) {
  const caller = callers.find(({ name }) => name === actor)
  const key = caller?.key && { hash: caller.key, address: '127.0.0.1' }
  const session_id = caller ? caller.session : noSession
  await actAsCaller(tx, { session_id, request_id: 'fence', operation: 'bookings.create', ...(key && { key }) })
  if (!caller) await sql`select set_config('role', ${`studiohub_${actor}`}, true)`.execute(tx)
}

/**
 * The outcomes of all attempts of one actor on a table, in the order of `attempts`. Changes nothing permanently.
 * @param doubted whether to check the statements themselves too; needed once
 */
export async function outcomesOf(tx: Tx, table: string, actor: string, doubted: boolean): Promise<string[]> {
  await actAs(tx, actor)
  const relation = table === 'door' ? 'pg_roles' : table
  const { rows } = await sql<{ outcome: string }>`
    select fence.try(current_user::text, ${relation}, ${JSON.stringify(attempts[table])}::jsonb, ${doubted}) as outcome`.execute(
    tx,
  )
  return rows.map(({ outcome }) => outcome)
}

export const isOutcome = (text: string): text is Outcome => ['done', 'hidden', 'refused'].includes(text)

/** Prepares a migrated database: users, rows and the function that runs attempts. */
export async function prepareFence(engine: Engine, seed: string) {
  await engine.script(`${seed}${probeSql}`)
}
