import type { Change } from '../realtime/realtime.ts'

/** A message between processes: changes, or `resync` if changes were lost and all screens must load again. */
export type BroadcastMessage = readonly Change[] | 'resync'

export type BroadcastHealth = {
  ok: boolean
  /** The reason if it is not ok, without addresses. */
  detail?: string
}

/** Sends committed changes to all processes of an installation, this one included. */
export type Broadcast = {
  kind: 'postgresql' | 'nats'
  /**
   * Calls `receiver` with every message. Messages of one process arrive in their order. Calls `onMissed` if messages may
   * have been missed.
   */
  receive(receiver: (message: BroadcastMessage) => void, onMissed: () => void): Promise<void>
  /** @throws if the message may not have left this process; the caller then sends `resync` until that succeeds */
  send(message: BroadcastMessage): Promise<void>
  /** For `/readyz`. */
  health(): BroadcastHealth
  stop(): Promise<void>
}
