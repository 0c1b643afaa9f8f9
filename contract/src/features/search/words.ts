export const SEARCH_TEXT_MAX = 120

/** The most results of each kind in an answer. */
export const FOUND_MAX = 5
