/** How the assistant of the chat panels is called (spec section 1). */
export const ASSISTANT_NAME = 'Stu'

export const CHAT_MESSAGE_MAX = 2000

/** Spec section 9: how long the assistant seems to think, and how high its panel stands. */
export const REPLY_DELAY_MS = 800
export const CHAT_PANEL_HEIGHT_PX = 600
