import { styled } from 'styled-components'
import { LinkedInIcon } from '../art/icons.tsx'
import type { Settings } from '../content/content.ts'
import { below, collapsed, forcedColors, from, print, twoRows } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { color, duration, ease, layer, measure, size } from '../theme/tokens.ts'
import { ButtonLink, IconButton, IconLink } from '../ui/button.tsx'
import { wrap } from '../ui/section.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { Menu } from './menu.tsx'
import { NavLink } from './nav-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

interface HeaderProps {
  settings: Settings
  /** What section links start with: nothing on the home page, '/' elsewhere. */
  base: '' | '/'
}

/**
 * Stays on top: its background is 80 % opaque, and 95 % once the page is scrolled. Collapses to a menu on small
 * screens.
 */
export function Header({ settings, base }: HeaderProps) {
  const { header, brand, links, navigation } = settings
  return (
    <Bar data-behaviour="header">
      <Row>
        <Wordmark word={brand.word} descriptor={brand.descriptor} name={header.home} />
        <nav aria-label={header.sections}>
          <ul>
            {navigation.map((item) => (
              <li key={item._key}>
                <NavLink href={`${base}#${item.section}`} data-section={item.section}>
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Utilities>
          <NavLink href="/contact">{header.contact}</NavLink>
          <IconLink href={links.linkedin} aria-label={header.linkedin} data-tooltip="" rel="noopener">
            <LinkedInIcon />
          </IconLink>
          <ThemeToggle header={header} />
          <DemoLink href="/#join" data-waitlist="header" data-intent="demo" $small>
            {header.demo}
          </DemoLink>
        </Utilities>
        <Menu settings={settings} base={base} />
      </Row>
    </Bar>
  )
}

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: ${layer.header};
  height: ${measure.header};
  margin-bottom: calc(${measure.header} * -1);

  &::before {
    content: '';
    position: absolute;
    inset: 0;
    background: ${color.bg};
    opacity: 0.8;
    transition: opacity ${duration.state} ${ease.out};

    ${forcedColors} {
      opacity: 1;
    }
  }

  &::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 1px;
    background: ${color.rule};
    opacity: 0;
    transition: opacity ${duration.state} ${ease.out};
  }

  &[data-scrolled]::before {
    opacity: 0.95;
  }

  &[data-scrolled]::after {
    opacity: 1;
  }

  &:has(details[open]) {
    z-index: ${layer.menu};

    &::before {
      opacity: 1;
    }
  }

  /* A letterhead: the wordmark, and where the page comes from. */
  ${print} {
    position: static;
    height: auto;
    margin-bottom: 16pt;

    &::before,
    &::after {
      display: none;
    }
  }
`

const Row = styled.div`
  ${wrap}
  position: relative;
  height: 100%;
  display: flex;
  align-items: center;
  gap: 2px 20px;
  align-content: center;
  /* Keeps words whole where they have little room. */
  overflow-wrap: break-word;

  /* Scrolls where an editor or a translation has more words than there is room for. */
  > nav {
    min-width: 0;
  }

  > nav ul {
    display: flex;
    overflow-x: auto;
    scrollbar-width: thin;
  }

  ${twoRows} {
    flex-wrap: wrap;

    > nav {
      order: 3;
      width: 100%;
      border-top: 1px solid ${color.rule};
    }

    > nav ul {
      justify-content: space-between;
      margin-inline: -10px;
    }
  }

  ${from.xl} {
    > div {
      flex: none;
    }

    ${below.full} {
      > a:first-child > span {
        display: none;
      }
    }
  }

  ${collapsed} {
    > nav {
      display: none;
    }
  }

  ${below.m} {
    gap: 8px;

    /* A long wordmark breaks, or the menu's button would leave the window. First the words beside it do. */
    > a {
      flex-shrink: 1;
    }

    > div {
      flex-shrink: 1e6;
    }
  }

  ${below.xs} {
    &:not(:has(details[open])) > a:first-child > span {
      display: none;
    }
  }

  ${print} {
    &::after {
      content: var(--site);
      font-size: ${size.micro};
      color: ${color.ink3};
    }

    && svg {
      display: block !important;
    }
  }
`

const DemoLink = styled(ButtonLink)`
  margin-left: 8px;
`

const Utilities = styled.div`
  ${screenOnly}
  display: flex;
  align-items: center;
  gap: 2px;

  ${collapsed} {
    ${NavLink}, ${IconLink}, ${IconButton} {
      display: none;
    }
  }

  ${below.m} {
    ${DemoLink} {
      padding: 0 14px;
      margin: 0;
    }
  }

  ${Row}:has(details[open]) > & {
    display: none;
  }
`
