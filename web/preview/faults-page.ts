import { html } from 'hono/html'
import type { Markup } from './bar.ts'

/** A page that says why another one can't be drawn. It needs no script and no style but its own. */
export function faultsPage(faults: readonly string[]): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>This draft can’t be shown yet</title>
        <style>
          body {
            font:
              17px/1.5 system-ui,
              sans-serif;
            max-width: 40em;
            margin: 15vh auto;
            padding: 0 20px;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>This draft can’t be shown yet</h1>
          <p>The page appears by itself once this is mended:</p>
          <ul>
            ${faults.map((fault) => html`<li>${fault}</li>`)}
          </ul>
        </main>
      </body>
    </html>`
}
