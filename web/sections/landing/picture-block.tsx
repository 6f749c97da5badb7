import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, size, space } from '../../theme/tokens.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Running } from '../../ui/running.tsx'

interface PictureBlockProps {
  content: BlockOf<'pictureBlock'>
  /** Whether it is in the first view. */
  isFirst: boolean
}

/** A picture beside its text, and above it on a phone. */
export function PictureBlock({ content, isFirst }: PictureBlockProps) {
  const { picture, body, caption, isLeft } = content
  return (
    <Beside>
      <Shown $isLeft={isLeft}>
        <Picture
          picture={picture}
          slot="beside"
          alt={picture.alt ?? ''}
          sizes="(min-width: 1440px) 720px, (min-width: 768px) 52vw, 100vw"
          isFirst={isFirst}
        />
        {caption && <figcaption>{caption}</figcaption>}
      </Shown>
      <Running>
        <RichText blocks={body} />
      </Running>
    </Beside>
  )
}

const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.s6};

  ${from.m} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    gap: 24px;
    grid-auto-flow: dense;

    > ${Running} {
      grid-column: span 5;
    }
  }
`

const Shown = styled.figure<{ $isLeft: boolean | undefined }>`
  border-top: 1px solid ${color.edge};

  img {
    width: 100%;
    height: auto;
  }

  figcaption {
    margin-top: 10px;
    font-size: ${size.micro};
    color: ${color.ink3};
  }

  ${from.m} {
    grid-column: ${({ $isLeft }) => ($isLeft ? '1/8' : '6/13')};
  }
`
