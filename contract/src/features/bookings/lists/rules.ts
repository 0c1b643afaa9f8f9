import type { Booking } from '../schema.ts'

/** A pending session that the studio created: it waits for the studio itself, and never expires. */
export const isHold = ({ status, expires_at }: Pick<Booking, 'status' | 'expires_at'>) =>
  status === 'pending' && expires_at === null

/** Whether a client's new session waits for its deposit. Until it is paid, only the client sees it. */
export const awaitsPayment = ({ status, pay_by }: Pick<Booking, 'status' | 'pay_by'>) =>
  status === 'pending' && pay_by !== null
