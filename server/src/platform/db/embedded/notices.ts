import pg from 'pg'
import type { Listener } from '../engine.ts'
import type { Connection } from './connection.ts'

/** Who listens to which channel; outlives the connections over which the notices come. */
export function openNotices() {
  const listeners = new Map<string, Listener[]>()
  return {
    /** @returns the statement that makes the database send this channel's notices */
    add(channel: string, listener: Listener): string {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return `listen ${pg.escapeIdentifier(channel)}`
    },
    /** Lets a new connection bring the notices of all channels. */
    async attach(connection: Connection): Promise<Connection> {
      connection.client.on('notification', ({ channel, payload }) => {
        for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
      })
      for (const channel of listeners.keys()) await connection.client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return connection
    },
  }
}
