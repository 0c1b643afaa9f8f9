/** The id in a search parameter; undefined if it is not one. */
export const readId = (text: string | null) => (text && /^[0-9a-f-]{36}$/.test(text) ? text : undefined)
