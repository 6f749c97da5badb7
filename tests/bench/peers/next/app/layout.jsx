import { StyledComponentsRegistry } from './registry.jsx'

const face =
  '@font-face{font-family:"Familjen Grotesk";src:url("/font.woff2") format("woff2");font-weight:400 700;font-display:swap}'
const first =
  "(function(d){try{var t=localStorage.theme;if(t==='dark'||t==='light')d.theme=t}catch(e){}d.js=''})(document.documentElement.dataset)"

/** Around every page. The script sets attributes of the root before React sees it. */
export default function Layout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <link rel="preload" href="/font.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <style dangerouslySetInnerHTML={{ __html: face }} />
        <script dangerouslySetInnerHTML={{ __html: first }} />
      </head>
      <body>
        <StyledComponentsRegistry>
          <div id="root">{children}</div>
        </StyledComponentsRegistry>
      </body>
    </html>
  )
}
