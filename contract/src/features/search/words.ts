export const SEARCH_TEXT_MAX = 120

/** Maximum number of results of each kind in a response. */
export const FOUND_MAX = 5
