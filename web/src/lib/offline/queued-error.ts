import type { OfflineChange } from './device-store.ts'

/** The change was not sent. This device sends it later. */
export class QueuedError extends Error {
  readonly change: OfflineChange

  constructor(change: OfflineChange) {
    super('You are offline. This is sent when you are back online.')
    this.name = 'QueuedError'
    this.change = change
  }
}
