import { type DestinationStream, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * The log: one JSON line an event. Nothing that opens a door is ever handed to it; what slips in by name is cut out.
 * @param level the lowest level that is written
 */
export function createLog(level: string, destination?: DestinationStream) {
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        ...['password', 'token', 'access_token', 'refresh_token', 'code', 'authorization', '*.password', '*.token'],
        // Where PostgreSQL prints the row that an error is about.
        ...['err.detail', 'err.where'],
      ],
      censor: '[removed]',
    },
  }
  return destination ? pino(settings, destination) : pino(settings)
}
