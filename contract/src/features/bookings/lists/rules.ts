import type { Booking } from '../schema.ts'

/** Whether it is a pending session that the studio created. It waits for the studio itself and never expires. */
export const isOnHold = ({ status, expires_at }: Pick<Booking, 'status' | 'expires_at'>) =>
  status === 'pending' && expires_at === null

/** Whether a client's new session waits for its deposit. Until it is paid, only the client sees it. */
export const awaitsPayment = ({ status, pay_by }: Pick<Booking, 'status' | 'pay_by'>) =>
  status === 'pending' && pay_by !== null
