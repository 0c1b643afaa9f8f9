import { createServer } from 'node:net'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BatchingSocket } from './batching-socket.ts'
import { createPostgresDialect, deferQuery, joinQueries, prepareQuery } from './driver.ts'

describe('a connection', () => {
  /** A connection that records each statement with the number of statements that it had answered before. */
  function aConnection(failing: string[] = []) {
    const statements: string[] = []
    let answered = 0
    const client = {
      async query({ text = '' }: { text?: string }) {
        statements.push(`${text} after ${answered}`)
        await Promise.resolve()
        answered += 1
        if (failing.includes(text)) throw new Error(`${text} failed`)
        return { command: text === 'commit' ? 'COMMIT' : 'SELECT', rowCount: 1, rows: [text] }
      },
      release: () => {},
    }
    const kysely = new Kysely<object>({
      dialect: createPostgresDialect(
        async () => client,
        async () => {},
      ),
    })
    type Run = (...texts: string[]) => Promise<unknown[]>
    const inTransaction = (work: (run: Run, defer: (text: string) => Promise<unknown>) => Promise<unknown>) =>
      kysely.transaction().execute((tx) =>
        work(
          async (...texts) => {
            const [query] = texts.length > 1 ? [joinQueries(texts.map((text) => CompiledQuery.raw(text)))] : texts
            return (
              await tx.executeQuery(typeof query === 'string' ? CompiledQuery.raw(query) : (query ?? joinQueries([])))
            ).rows
          },
          (text) => tx.executeQuery(deferQuery(CompiledQuery.raw(text))),
        ),
      )
    return { statements, inTransaction }
  }

  test('sends joined statements without waiting, and returns the rows of each', async () => {
    const { statements, inTransaction } = aConnection()
    await inTransaction(async (run) => {
      expect(statements).toEqual([])
      expect(await run('one')).toEqual(['one'])
      expect(await run('two', 'three')).toEqual([['two'], ['three']])
    })
    expect(statements).toEqual(['begin after 0', 'one after 0', 'two after 2', 'three after 2', 'commit after 4'])
  })

  test('sends nothing for a transaction that fails before its first statement', async () => {
    const { statements, inTransaction } = aConnection()
    await expect(inTransaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(statements).toEqual([])
  })

  test('sends a deferred statement with the next one, and none before a transaction that fails first', async () => {
    const { statements, inTransaction } = aConnection()
    await inTransaction(async (run, defer) => {
      await defer('setting')
      expect(statements).toEqual([])
      expect(await run('one')).toEqual(['one'])
    })
    expect(statements).toEqual(['begin after 0', 'setting after 0', 'one after 0', 'commit after 3'])
    await expect(
      inTransaction(async (_run, defer) => {
        await defer('setting')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(statements).toHaveLength(4)
  })

  test('rolls back a transaction that has begun, and never sends its deferred statement', async () => {
    const { statements, inTransaction } = aConnection()
    await expect(
      inTransaction(async (run, defer) => {
        await run('one')
        await defer('setting')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(statements).toEqual(['begin after 0', 'one after 0', 'rollback after 2'])
  })

  test('fails with the first error, after all statements were answered', async () => {
    const { statements, inTransaction } = aConnection(['one', 'two'])
    await expect(inTransaction((run) => run('one', 'two'))).rejects.toThrow('one failed')
    expect(statements).toEqual(['begin after 0', 'one after 0', 'two after 0', 'rollback after 3'])
  })
})

test('a socket sends all writes of one turn of the event loop in one packet', async () => {
  const server = createServer()
  const port = await new Promise<number>((ready) => {
    server.listen(0, '127.0.0.1', () => ready(Object(server.address()).port))
  })
  const firstBytes = new Promise<Buffer>((done) => server.once('connection', (other) => other.once('data', done)))
  const socket = new BatchingSocket()
  await new Promise<void>((ready) => socket.connect(port, '127.0.0.1', ready))
  try {
    socket.write('a')
    await Promise.resolve()
    socket.write('b')
    expect(socket.writableLength).toBe(2)
    expect(String(await firstBytes)).toBe('ab')
    expect(socket.writableLength).toBe(0)
  } finally {
    socket.destroy()
    server.close()
  }
})

describe('on the database', () => {
  let database: TestDatabase
  let kysely: Kysely<{ driver_trial: { id: number } }>
  beforeAll(async () => {
    database = await aDatabase()
    kysely = new Kysely({ dialect: database.engine.dialect })
    await database.engine.script('create table driver_trial (id integer constraint driver_once primary key)')
  })
  afterAll(() => database.close())

  const insert = (ids: number[]) =>
    kysely.transaction().execute(async (tx) => {
      const inserts = ids.map((id) => tx.insertInto('driver_trial').values({ id }).compile())
      await tx.executeQuery(joinQueries(inserts))
    })
  const rows = async () => (await sql<{ id: number }>`select id from driver_trial order by id`.execute(kysely)).rows

  test('joined statements are committed together; if one fails, none is, and the connection still works', async () => {
    await insert([1, 2])
    await expect(insert([3, 2])).rejects.toMatchObject({ constraint: 'driver_once' })
    expect(await rows()).toEqual([{ id: 1 }, { id: 2 }])
    await insert([3])
    expect(await rows()).toHaveLength(3)
  })

  test('a connection keeps the plan of a prepared statement, even after a failure', async () => {
    const divide = (by: number) => {
      const statement = sql<{ result: number }>`select 60 / ${by}::integer as result`
      return kysely.connection().execute(async (connection) => {
        const query = statement.compile(connection)
        const { rows } = await connection.executeQuery(prepareQuery(query))
        const plans = await sql<{ text: string }>`
          select statement as text from pg_prepared_statements where statement = ${query.sql}`.execute(connection)
        return { result: rows[0]?.result, plans: plans.rows.length }
      })
    }
    expect(await divide(2)).toEqual({ result: 30, plans: 1 })
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(3)).toEqual({ result: 20, plans: 1 })
  })
})
