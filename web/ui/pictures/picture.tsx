import { styled } from 'styled-components'
import type { PictureSlotName } from '../../../api/contract/pictures.ts'
import { sourcesOf, type PictureContent } from './sources.ts'

interface PictureProps {
  picture: PictureContent
  slot: PictureSlotName
  /** Text for people who can't see it; empty where its neighbours say the same. */
  alt: string
  /** How wide it is shown, as in an image's `sizes`. */
  sizes: string
  /** Whether it is in the first view: then it is fetched at once. */
  isFirst?: boolean
  className?: string
}

/** A picture in one of the slots that pages have for them. Browsers choose a file by size and format. */
export function Picture({ picture, slot, alt, sizes, isFirst = false, className }: PictureProps) {
  const { sets, src, width, height } = sourcesOf(picture, slot)
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={className}
    />
  )
  if (sets.length === 0) return image
  return (
    <Choice>
      {sets.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {image}
    </Choice>
  )
}

/* Only the image takes part in the layout. */
const Choice = styled.picture`
  display: contents;
`
