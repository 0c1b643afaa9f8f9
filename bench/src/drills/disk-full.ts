import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type OwnPostgres, startOwnPostgres } from '@studiohub/testing/postgres.ts'
import pg from 'pg'
import { aProduct, type Drill } from './drill.ts'
import { fillUnder } from './full-disk.ts'
import { aSmallDisk } from './small-disk.ts'

/** The disk of a PostgreSQL server is full for a while. Its log is on another disk. */
export const diskFull: Drill = async (report) => {
  const disk = aSmallDisk(64)
  const postgres = await startOwnPostgres()
  try {
    const product = await aProduct({ databaseUrl: await databaseOn(disk.folder, postgres) })
    try {
      const checkAfterwards = await fillUnder(product, disk, report)
      disk.makeSpace()
      await checkAfterwards(product)
    } finally {
      await product.remove()
    }
  } finally {
    await postgres.stop()
    disk.remove()
  }
}

async function databaseOn(folder: string, postgres: OwnPostgres): Promise<string> {
  const space = join(folder, 'tablespace')
  mkdirSync(space)
  postgres.giveFolder(space)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create tablespace small location '${space}'`)
  await client.query('create database studiohub tablespace small')
  await client.end()
  return new URL('/studiohub', postgres.url).href
}
