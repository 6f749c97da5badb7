import { renderToStaticMarkup } from 'react-dom/server'
import { unlessPlaceholder } from '../../api/contract/placeholders.ts'
import type { Content, LandingPage } from '../content/content.ts'
import { faqJsonLd } from '../sections/faq/faq.json-ld.ts'
import { palette } from '../theme/tokens.ts'

/** What the head of a page says about it. */
export interface HeadProps {
  /** Hash of the content that the page was made from, which receipts read back. */
  stamp: string
  title: string
  description: string
  /** Absolute address, without a trailing slash except on the origin itself. */
  canonical: string
  indexed: boolean
  siteName: string
  /** The picture for shared links, at an absolute address. */
  image: { address: string; alt: string; width: number; height: number }
  /** Id of the element that the first paint waits for. */
  firstView: string
  policy?: string
  recaptchaSiteKey?: string
  /** Structured data, each a JSON-LD object. */
  data: readonly object[]
}

/** Structured data of the home page: the organization, and its questions. */
export function structuredData({ settings, faq }: Content, origin: string): object[] {
  const { organization, links } = settings
  const email = unlessPlaceholder(links.salesEmail)
  const page = unlessPlaceholder(links.linkedin)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: organization.name,
      description: organization.description,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      ...(email !== undefined && { email }),
      ...(page !== undefined && { sameAs: [page] }),
    },
    faqJsonLd(faq),
  ]
}

/** Structured data of a landing page: the page itself, and the questions on it. */
export function landingData({ seo, slug, blocks }: LandingPage, origin: string): object[] {
  const groups = blocks.flatMap((block) => (block._type === 'faqBlock' ? block.groups : []))
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: seo.title,
      description: seo.description,
      url: `${origin}/${slug}`,
    },
    ...(groups.length > 0 ? [faqJsonLd({ groups })] : []),
  ]
}

/**
 * The head's tags as HTML, in the order in which a parser needs them: policy first. Browsers look for what they can
 * fetch early only as far as a policy, so the template has the font before these.
 */
export function headTags(props: HeadProps): string {
  return renderToStaticMarkup(<Head {...props} />) + props.data.map(jsonLd).join('')
}

function Head(props: HeadProps) {
  const { title, description, canonical, image } = props
  return (
    <>
      {props.policy && <meta httpEquiv="Content-Security-Policy" content={props.policy} />}
      {/* No paint of half a first view: its parts would move when the rest is parsed. */}
      <link rel="expect" href={`#${props.firstView}`} blocking="render" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="release-stamp" content={props.stamp} />
      <link rel="canonical" href={canonical} />
      {!props.indexed && <meta name="robots" content="noindex" />}
      {props.recaptchaSiteKey && <meta name="recaptcha-site-key" content={props.recaptchaSiteKey} />}
      <meta name="theme-color" content={palette.light.bg} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={palette.dark.bg} media="(prefers-color-scheme: dark)" />
      <meta name="color-scheme" content="light dark" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:image" content={image.address} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image.address} />
      <meta name="twitter:image:alt" content={image.alt} />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
    </>
  )
}

function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, String.raw`\u003c`)}</script>`
}
