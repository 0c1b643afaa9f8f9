/** A text message to send. */
export type TextMessage = {
  /** Stays the same if the job runs again, so that the receiver recognizes a repeat. */
  id: string
  /** E.164. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/** Sends text messages. */
export type Sms = {
  /** @throws if the message was not accepted; sending it again is safe */
  send(message: TextMessage, signal: AbortSignal): Promise<void>
}
