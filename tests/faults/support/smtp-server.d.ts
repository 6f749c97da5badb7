/** What the tests use of a package that brings no types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  type Callback = (error?: Error | null) => void

  export class SMTPServer extends EventEmitter {
    constructor(options: {
      authOptional: boolean
      disabledCommands: string[]
      disableReverseLookup: boolean
      logger: boolean
      onMailFrom(address: unknown, session: object, callback: Callback): void
      onRcptTo(address: unknown, session: object, callback: Callback): void
      onData(stream: Readable, session: object, callback: Callback): void
    })
    connections: Set<{ session: object; close(): void }>
    listen(port: number, host: string, callback: () => void): Server
    close(callback: () => void): void
  }
}
