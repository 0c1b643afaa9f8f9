/** The state of a navigation that follows a sign-in or sign-up in this window. A link cannot set it. */
export const AFTER_SIGN_IN = 'just-entered'
