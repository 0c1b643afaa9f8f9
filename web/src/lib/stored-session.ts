/** Where the authentication client keeps the session of this browser. */
export const SESSION_KEY = 'studiohub.auth'

/** Whether a session is kept here, read without a request or the client: for public pages that only send its owner on. */
export const holdsSession = () => window.localStorage.getItem(SESSION_KEY) !== null

/** Takes away what is kept and is no session. */
export const forgetStored = () => window.localStorage.removeItem(SESSION_KEY)
