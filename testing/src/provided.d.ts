import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** For component tests: a studio, and its admin's sign-in session as the server sent it. */
    studio: { studio_id: string; session: string }
  }
}
