/**
 * Node's flags for the server. New objects get 8 MB instead of 32 before they are collected: the memory under load falls
 * by a third, and a calendar needs the same CPU time (docs/quality.md, "Memory and start").
 */
export const serverFlags = ['--max-semi-space-size=8']
