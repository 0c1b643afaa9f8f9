declare module 'virtual:contract' {
  /** The method and path of each call by its name, such as `{ bookings: { get: 'GET /bookings/{id}' } }`. */
  export type Routes = { readonly [name: string]: string | Routes }
  const routes: Routes
  export default routes
}

// The addresses of the small scripts in `lib/site/`, by the names of their files.

declare module 'virtual:site/start' {
  const address: string
  export default address
}

declare module 'virtual:site/partner' {
  const address: string
  export default address
}

declare module 'virtual:site/prefetch' {
  const address: string
  export default address
}

declare module 'virtual:site/auth-headers' {
  const address: string
  export default address
}

declare module 'virtual:site/studio-page' {
  const address: string
  export default address
}

declare module 'virtual:site/framed-form' {
  const address: string
  export default address
}
