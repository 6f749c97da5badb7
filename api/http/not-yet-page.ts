import { createHash } from 'node:crypto'

/** How soon a browser or a crawler asks again, in s. */
const RETRY_S = 5

// The site's colours, copied, as no site is there yet. A test compares them with the theme.
const STYLE = `:root{color-scheme:light;--bg:#F1F3F0;--ink:#0D1612;--ink2:#36423C;--signal:#BF2E19;--rule:#CAD2CB}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;--bg:#090F0C;--ink:#ECF2ED;--ink2:#B9C5BD;--signal:#FF7455;--rule:#232E28}}
:root[data-theme=dark]{color-scheme:dark;--bg:#090F0C;--ink:#ECF2ED;--ink2:#B9C5BD;--signal:#FF7455;--rule:#232E28}
body{margin:0;min-height:100svh;display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font-family:'Familjen Grotesk Variable','Familjen Grotesk',system-ui,sans-serif}
header{padding:19px 20px;border-bottom:1px solid var(--rule)}
svg{display:block;width:26px;height:26px;fill:none;stroke:var(--ink);stroke-width:1.8}
svg path:last-child{stroke:var(--signal);stroke-width:2.6}
main{flex:1;display:flex;flex-direction:column;justify-content:center;padding:48px 20px;max-width:44rem}
h1{margin:0 0 .5em;font-size:clamp(2.625rem,1.5rem + 4.8vw,5.75rem);font-weight:600;line-height:1;letter-spacing:-.03em}
p{margin:0;font-size:clamp(1.125rem,1.05rem + .4vw,1.375rem);line-height:1.45;color:var(--ink2)}
@media(min-width:48rem){header,main{padding-left:40px;padding-right:40px}}`

const SCRIPT = `try{var t=localStorage.theme;if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch(e){}
setInterval(function(){fetch(location.href,{method:'HEAD',cache:'no-store'}).then(function(r){if(r.status!==503)location.reload()},function(){})},${RETRY_S * 1_000})`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Not here yet</title>
<style>${STYLE}</style>
<script>${SCRIPT}</script>
<noscript><meta http-equiv="refresh" content="${RETRY_S}"></noscript>
</head>
<body>
<header><svg viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="11.6"/><path d="M1.8 13q2.2-6.4 4.4 0t4.4 0"/><path d="M10.6 13H24.4"/></svg></header>
<main>
<h1>Not here yet</h1>
<p>This site is being prepared. As soon as it is there, this page opens it by itself.</p>
</main>
</body>
</html>
`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';script-src ${hashOf(SCRIPT)};style-src ${hashOf(STYLE)};connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'retry-after': String(RETRY_S),
  'x-robots-tag': 'noindex',
}

/** The page at every address before there is a site: it has the site's look, and gives way to the site. */
export function notYetPage(request: Request): Response {
  return new Response(request.method === 'HEAD' ? null : PAGE, { status: 503, headers: HEADERS })
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
