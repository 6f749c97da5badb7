import { styled } from 'styled-components'
import { CloseIcon, LinkedInIcon, MenuIcon } from '../art/icons.tsx'
import type { Settings } from '../content/content.ts'
import { collapsed } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { color, layer, measure, size } from '../theme/tokens.ts'
import { ButtonLink, IconLink, TextLink } from '../ui/button.tsx'
import { Serial } from '../ui/text.tsx'
import { sectionNumber } from './sections.ts'
import { ThemeToggle } from './theme-toggle.tsx'

interface MenuProps {
  settings: Settings
  base: '' | '/'
}

/** The header's items on small screens: a native disclosure, so that it opens without scripts. */
export function Menu({ settings, base }: MenuProps) {
  const { header, links, navigation } = settings
  return (
    <Disclosure data-behaviour="menu">
      <Burger
        aria-label={header.menuOpen}
        data-tooltip=""
        data-open={header.menuOpen}
        data-close={header.menuClose}
      >
        <MenuIcon />
        <CloseIcon />
      </Burger>
      <Panel>
        <nav aria-label={header.menu}>
          <ol>
            {navigation.map((item) => (
              <li key={item._key}>
                <SectionLink href={`${base}#${item.section}`} data-section={item.section}>
                  <Serial>§ {sectionNumber(item.section)}</Serial> {item.label}
                </SectionLink>
              </li>
            ))}
          </ol>
        </nav>
        <Bottom>
          <ButtonLink href="/#join" data-waitlist="header" data-intent="demo">
            {header.demo}
          </ButtonLink>
          <div>
            <TextLink href="/contact">{header.contact}</TextLink>
            <IconLink href={links.linkedin} aria-label={header.linkedin} data-tooltip="" rel="noopener">
              <LinkedInIcon />
            </IconLink>
            <ThemeToggle header={header} />
          </div>
        </Bottom>
      </Panel>
    </Disclosure>
  )
}

const Disclosure = styled.details`
  display: none;
  ${screenOnly}

  ${collapsed} {
    display: block;
  }
`

const Burger = styled.summary`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin-right: -10px;
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  svg {
    grid-area: 1/1;
    width: 24px;
    height: 24px;
  }

  svg:last-child,
  details[open] > & svg:first-child {
    display: none;
  }

  details[open] > & svg:last-child {
    display: block;
  }
`

const Panel = styled.div`
  position: fixed;
  inset: ${measure.header} 0 0;
  z-index: ${layer.menu};
  background: ${color.bg};
  overflow: auto;
  overscroll-behavior: contain;
  /* Not laid out while it is closed: what looks for controls near a pointer would lay it out and find those in it. */
  display: none;
  flex-direction: column;

  details[open] > & {
    display: flex;
  }

  :root:has(details[open] > &) {
    overflow: hidden;
  }

  ol {
    padding: 4px 20px 0;
    border-top: 1px solid ${color.rule};
  }
`

const SectionLink = styled.a`
  display: flex;
  width: 100%;
  align-items: center;
  gap: 16px;
  min-height: 54px;
  border-bottom: 1px solid ${color.rule};
  font-size: 1.5rem;
  font-weight: 600;
  letter-spacing: -0.02em;
  text-decoration: none;

  ${Serial} {
    font-size: ${size.small};
    width: 2.6em;
    letter-spacing: 0;
  }
`

const Bottom = styled.div`
  margin-top: auto;
  padding: 24px 20px 28px;
  display: grid;
  gap: 14px;

  > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }

  ${TextLink} {
    margin-right: auto;
  }
`
