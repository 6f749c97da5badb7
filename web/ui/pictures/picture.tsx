import { styled } from 'styled-components'
import type { PictureSlotName } from '../../../api/contract/pictures.ts'
import { sourcesOf, type PictureContent } from './sources.ts'

interface PictureProps {
  picture: PictureContent
  slot: PictureSlotName
  /** What it says to people who can't see it; empty where that is written beside it. */
  alt: string
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string
  /** In the first view, so that it is fetched at once. */
  isFirst?: boolean
  className?: string
}

/** A picture in one of the places that pages have for them. Browsers choose its file by size and format. */
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

/* What is laid out is the picture. */
const Choice = styled.picture`
  display: contents;
`
