declare module 'virtual:contract' {
  const routes: import('@orpc/contract').AnyContractRouter
  export default routes
}
