export const SEARCH_TEXT_MAX = 120

/** Most rows of each kind in an answer. */
export const FOUND_MAX = 5
