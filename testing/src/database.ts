import { randomUUID } from 'node:crypto'
import { openDoor } from '@studiohub/server/platform/db/door.ts'
import type { Engine } from '@studiohub/server/platform/db/engine.ts'
import { migrate } from '@studiohub/server/platform/db/migrate.ts'
import { openServer } from '@studiohub/server/platform/db/server-engine.ts'

export type TestDatabase = { engine: Engine; url: string; close(): Promise<void> }

const CLUSTER = process.env.TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432'

/** A new, migrated database on a PostgreSQL server, behind this process's door; `close` drops it. */
export async function aDatabase(): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const cluster = await openServer(`${CLUSTER}/postgres`, { poolSize: 1 })
  await cluster.execute(`create database ${name}`)
  const url = `${CLUSTER}/${name}`
  const engine = await openServer(url)
  await migrate(engine)
  openDoor(engine)
  return {
    engine,
    url,
    async close() {
      await engine.close()
      await cluster.execute(`drop database ${name} with (force)`)
      await cluster.close()
    },
  }
}
