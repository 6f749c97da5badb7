import { styled } from 'styled-components'
import type { Settings } from '../content/content.ts'
import { from, print } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { color, size } from '../theme/tokens.ts'
import { Wrap } from '../ui/section.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

export function Footer({ settings }: { settings: Settings }) {
  const { footer, brand, header } = settings
  return (
    <Foot>
      <Body>
        <Top>
          <div>
            <FootMark word={brand.word} descriptor={brand.descriptor} name={header.home} />
            <p>{footer.line}</p>
          </div>
          {footer.groups.map((group) => (
            <nav key={group._key} aria-label={group.title}>
              <h2>{group.title}</h2>
              {group.links.filter(leadsSomewhere).map((link) => (
                <FootLink key={link._key} href={link.href}>
                  {link.label}
                </FootLink>
              ))}
            </nav>
          ))}
        </Top>
        <End>
          <span>{footer.copyright}</span>
          <span>{footer.end}</span>
        </End>
      </Body>
    </Foot>
  )
}

/** Whether a link has an address: its page may be gone. */
function leadsSomewhere({ href }: { href: string }): boolean {
  return href !== ''
}

const Foot = styled.footer`
  border-top: 1px solid ${color.rule};
`

const Body = styled(Wrap)`
  padding-block: 64px 28px;

  ${print} {
    padding-block: 0;
  }
`

const Top = styled.div`
  ${screenOnly}
  display: grid;
  gap: 40px;

  p {
    color: ${color.ink2};
    max-width: 22em;
  }

  h2 {
    font-size: ${size.small};
    font-weight: 600;
    margin-bottom: 6px;
  }

  ${from.m} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: 24px;

    > :nth-child(even) {
      grid-column: 7/10;
    }

    > :nth-child(odd) {
      grid-column: 10/13;
    }

    > :first-child {
      grid-column: 1/7;
    }
  }
`

const FootMark = styled(Wordmark)`
  margin: 0 0 14px;
`

const FootLink = styled.a`
  display: flex;
  align-items: center;
  min-height: 44px;
  text-decoration: none;
  color: ${color.ink2};

  &:hover {
    color: ${color.ink};
    text-decoration: underline;
    text-underline-offset: 5px;
  }

  ${from.m} {
    min-height: 36px;
  }
`

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 8px 24px;
  border-top: 4px double ${color.rule2};
  margin-top: 56px;
  padding-top: 18px;
  font-size: ${size.small};
  color: ${color.ink3};

  ${print} {
    margin-top: 0;
  }
`
