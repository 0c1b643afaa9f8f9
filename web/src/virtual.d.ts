declare module 'virtual:contract' {
  const routes: import('@orpc/contract').AnyContractRouter
  export default routes
}

declare module 'virtual:site-script' {
  const address: string
  export default address
}
