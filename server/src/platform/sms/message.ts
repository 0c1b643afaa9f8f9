/** A text message on its way out. */
export type TextMessage = {
  /** Stays the same when the job runs again, so that a repeat can be recognised. */
  id: string
  /** E.164. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/** A way out for text messages. */
export type Sms = {
  /** @throws where the message was not taken; sending it again is safe */
  send(message: TextMessage, signal: AbortSignal): Promise<void>
}
