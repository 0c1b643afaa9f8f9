/** An error that ends a start or a command, and that the operator can fix. Only its message is printed. */
export class StartError extends Error {
  override name = 'StartError'
}
