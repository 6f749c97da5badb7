import { Card } from '@sanity/ui'

/** A page as wide as a desk's, and its picture beside the words about it. In px. */
const PAGE = { width: 1280, height: 800 }
const WIDTH = 224
const SCALE = WIDTH / PAGE.width

/** A small picture of a page: the page itself, without scripts, drawn small once it comes into sight. */
export function VersionPicture({ src, title }: { src: string | undefined; title: string }) {
  return (
    <Card
      border
      radius={2}
      overflow="hidden"
      flex="none"
      style={{ width: WIDTH, height: PAGE.height * SCALE, maxWidth: '100%' }}
    >
      {src && (
        <iframe
          src={src}
          title={title}
          loading="lazy"
          // Nothing in it is for keys or hands: what can be done with the version stands beside it.
          inert
          sandbox="allow-same-origin"
          style={{
            ...PAGE,
            maxWidth: 'none',
            border: 0,
            pointerEvents: 'none',
            transform: `scale(${SCALE})`,
            transformOrigin: '0 0',
          }}
        />
      )}
    </Card>
  )
}
