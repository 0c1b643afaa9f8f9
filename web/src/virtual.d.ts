declare module 'virtual:contract' {
  const routes: import('@orpc/contract').AnyContractRouter
  export default routes
}

declare module 'virtual:site/start' {
  const address: string
  export default address
}

declare module 'virtual:site/partner' {
  const address: string
  export default address
}

declare module 'virtual:site/ahead' {
  const address: string
  export default address
}

declare module 'virtual:site/person' {
  const address: string
  export default address
}

declare module 'virtual:site/studio-page' {
  const address: string
  export default address
}
