import { type DestinationStream, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Creates the log: one JSON line per event. Never log secrets; the list below removes those that are logged by mistake.
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
        'password',
        'token',
        'access_token',
        'refresh_token',
        'code',
        'authorization',
        '*.password',
        '*.token',
        // PostgreSQL writes the values of the failing row into these fields.
        'err.detail',
        'err.where',
      ],
      censor: '[removed]',
    },
  }
  return destination ? pino(settings, destination) : pino(settings)
}
