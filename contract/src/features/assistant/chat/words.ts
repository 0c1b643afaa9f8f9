/** The name of the assistant in the chat panels (spec section 1). */
export const ASSISTANT_NAME = 'Stu'

export const CHAT_MESSAGE_MAX = 2000

/** Spec section 9: delay before a reply appears, and height of the chat panel. */
export const REPLY_DELAY_MS = 800
export const CHAT_PANEL_HEIGHT_PX = 600
