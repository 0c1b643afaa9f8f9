import { createServer } from 'node:net'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GatheringSocket, inExchanges, planned, unanswered } from './exchange.ts'

describe('a connection in exchanges', () => {
  /** One that notes what it was asked, and how many it had answered by then. */
  function aConnection(failing: string[] = []) {
    const asked: string[] = []
    let answered = 0
    const connection = inExchanges({
      async query(text) {
        asked.push(`${text} after ${answered}`)
        await Promise.resolve()
        answered += 1
        if (failing.includes(text)) throw new Error(`${text} failed`)
        return { command: 'SELECT', rowCount: 1, rows: [text] }
      },
      release: () => {},
    })
    const heard: unknown[] = []
    const mark = (text: string) => {
      const { parameters } = unanswered(CompiledQuery.raw(text, []), ({ rows }) => heard.push(...rows))
      return connection.query(text, parameters)
    }
    return { asked, heard, ask: (text: string) => connection.query(text, []), mark }
  }

  test('sends what is marked with the next statement, before it and without waiting, and tells its answer', async () => {
    const { asked, heard, ask, mark } = aConnection()
    await ask('begin')
    expect(asked).toEqual([])
    expect((await ask('one')).rows).toEqual(['one'])
    await mark('two')
    await mark('three')
    expect(heard).toEqual([])
    expect((await ask('commit')).rows).toEqual(['commit'])
    expect(heard).toEqual(['two', 'three'])
    expect(asked).toEqual(['begin after 0', 'one after 0', 'two after 2', 'three after 2', 'commit after 2'])
  })

  test('sends none of it where all is undone', async () => {
    const { asked, ask, mark } = aConnection()
    await mark('one')
    await ask('rollback')
    expect(asked).toEqual(['rollback after 0'])
  })

  test('fails with the first failure, once all have been answered', async () => {
    const { asked, ask, mark } = aConnection(['one', 'two'])
    await mark('one')
    await expect(ask('two')).rejects.toThrow('one failed')
    await ask('rollback')
    expect(asked).toEqual(['one after 0', 'two after 0', 'rollback after 2'])
  })
})

test('a socket sends in one piece what is written before the program waits', async () => {
  const server = createServer()
  const port = await new Promise<number>((ready) => {
    server.listen(0, '127.0.0.1', () => ready(Object(server.address()).port))
  })
  const heard = new Promise<Buffer>((done) => server.once('connection', (other) => other.once('data', done)))
  const socket = new GatheringSocket()
  await new Promise<void>((ready) => socket.connect(port, '127.0.0.1', ready))
  try {
    socket.write('a')
    await Promise.resolve()
    socket.write('b')
    expect(socket.writableLength).toBe(2)
    expect(String(await heard)).toBe('ab')
    expect(socket.writableLength).toBe(0)
  } finally {
    socket.destroy()
    server.close()
  }
})

describe('on the database', () => {
  let database: TestDatabase
  let kysely: Kysely<{ exchange_trial: { id: number } }>
  beforeAll(async () => {
    database = await aDatabase()
    kysely = new Kysely({ dialect: database.engine.dialect })
    await database.engine.script('create table exchange_trial (id integer constraint exchange_once primary key)')
  })
  afterAll(() => database.close())

  const insert = (ids: number[]) =>
    kysely.transaction().execute(async (tx) => {
      for (const id of ids) await tx.executeQuery(unanswered(tx.insertInto('exchange_trial').values({ id }).compile()))
    })
  const rows = async () => (await sql<{ id: number }>`select id from exchange_trial order by id`.execute(kysely)).rows

  test('what is marked is committed; where it fails nothing is, and the connection goes on', async () => {
    await insert([1, 2])
    await expect(insert([3, 2])).rejects.toMatchObject({ constraint: 'exchange_once' })
    expect(await rows()).toEqual([{ id: 1 }, { id: 2 }])
    await insert([3])
    expect(await rows()).toHaveLength(3)
  })

  test('a connection keeps the plan of what is marked, also after a failure, and answers as ever', async () => {
    const divided = (by: number) => {
      const dividing = sql<{ result: number }>`select 60 / ${by}::integer as result`
      return kysely.connection().execute(async (one) => {
        const { rows } = await one.executeQuery(planned(dividing.compile(one)))
        const kept = await sql<{ text: string }>`
          select statement as text from pg_prepared_statements where statement = ${dividing.compile(one).sql}`.execute(
          one,
        )
        return { result: rows[0]?.result, kept: kept.rows.length }
      })
    }
    expect(await divided(2)).toEqual({ result: 30, kept: 1 })
    await expect(divided(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divided(3)).toEqual({ result: 20, kept: 1 })
  })
})
