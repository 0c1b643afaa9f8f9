/** The connection data that some browsers have; not in TypeScript's types. */
type NetworkInformation = { saveData?: boolean; effectiveType?: string }

function getConnection(): NetworkInformation | undefined {
  return 'connection' in navigator ? Object(navigator.connection) : undefined
}

/** Whether the connection is slow, or the user pays for data. If the browser has no data about it, the connection counts as fast. */
export function isSlowOrMetered(connection = getConnection()): boolean {
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}
