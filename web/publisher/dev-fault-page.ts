import { stripVTControlCharacters } from 'node:util'
import { isContentError, mendAddress } from '../../api/contract/content-error.ts'
import { isOperational, messageOf } from '../../api/contract/operational-error.ts'

const RETRY_MS = 2_000

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:48px 40px;font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:60rem}h1{margin:0 0 .75em;font-size:2rem}li{margin:.4em 0}pre{overflow:auto}`

/** Nothing announces that a source answers again, so the page polls; after a change Vite's client reloads it. */
const SCRIPT = `setInterval(function(){fetch(location.href,{method:'HEAD'}).then(function(r){if(r.status<500)location.reload()},function(){})},${RETRY_MS})`

/** Stands in for a page that can't be rendered in development: says why, and turns into the page once that is fixed. */
export function devFaultPage(error: unknown): { status: number; html: string } {
  const status = isOperational(error) ? 503 : 500
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This page can’t be drawn</title>
<style>${STYLE}</style>
<script>${SCRIPT}</script>
</head>
<body>
<main>
<h1>This page can’t be drawn</h1>
${reasonsOf(error)}
<p>Once that is mended, the page is here by itself.</p>
</main>
</body>
</html>
`
  return { status, html }
}

function reasonsOf(error: unknown): string {
  if (isContentError(error) && error.faults.length > 0)
    return listOf(
      error.faults.map(
        (fault) =>
          `<a href="${escaped(mendAddress('/studio', fault))}">${escaped(fault.title)}</a>: ${escaped(fault.message)}`,
      ),
    )
  const thrown = defectOf(error)
  // Compilers colour what they say, for a terminal.
  const code = `<pre>${escaped(stripVTControlCharacters(thrown?.stack ?? messageOf(error)))}</pre>`
  if (!isOperational(error)) return code
  return listOf(error.sentences.map(escaped)) + (thrown ? code : '')
}

/** What code threw, whose stack leads to the line: also where a page that broke by it is what is said. */
export function defectOf(error: unknown): Error | undefined {
  if (isContentError(error)) return defectOf(error.cause)
  if (isOperational(error)) return undefined
  return error instanceof Error ? error : undefined
}

function listOf(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
