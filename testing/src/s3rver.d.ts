declare module 's3rver' {
  /** An S3 server for tests that checks signatures; only the used part is typed. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string }[]
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
