/** What the tests use of a package that brings no types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  type Callback = (error?: Error | null) => void

  export interface SMTPServerOptions {
    secure?: boolean
    authOptional?: boolean
    allowInsecureAuth?: boolean
    disabledCommands?: string[]
    disableReverseLookup?: boolean
    logger?: boolean
    onAuth?(
      login: { password?: string },
      session: object,
      callback: (error: Error | null, answer: { user: string }) => void,
    ): void
    onMailFrom?(address: unknown, session: object, callback: Callback): void
    onRcptTo?(address: unknown, session: object, callback: Callback): void
    onData?(stream: Readable, session: object, callback: Callback): void
  }

  export class SMTPServer extends EventEmitter {
    constructor(options: SMTPServerOptions)
    connections: Set<{ session: object; close(): void }>
    listen(port: number, host: string, callback: () => void): Server
    close(callback: () => void): void
  }
}
