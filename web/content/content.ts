import type {
  AboutQueryResult,
  CalQueryResult,
  ClosingQueryResult,
  ContactQueryResult,
  DemoQueryResult,
  FaqQueryResult,
  FeaturesQueryResult,
  HeroQueryResult,
  HomeQueryResult,
  HowItWorksQueryResult,
  IntegrationsQueryResult,
  LegalPagesQueryResult,
  NotFoundQueryResult,
  PlatformQueryResult,
  RedirectsQueryResult,
  RoiQueryResult,
  SecurityQueryResult,
  SettingsQueryResult,
  WhyNowQueryResult,
} from './types.generated.ts'

export type Settings = NonNullable<SettingsQueryResult>
export type Hero = NonNullable<HeroQueryResult>
export type WhyNow = NonNullable<WhyNowQueryResult>
export type HowItWorks = NonNullable<HowItWorksQueryResult>
export type Cal = NonNullable<CalQueryResult>
export type Demo = NonNullable<DemoQueryResult>
export type Features = NonNullable<FeaturesQueryResult>
export type Roi = NonNullable<RoiQueryResult>
export type Integrations = NonNullable<IntegrationsQueryResult>
export type Security = NonNullable<SecurityQueryResult>
export type Faq = NonNullable<FaqQueryResult>
export type Closing = NonNullable<ClosingQueryResult>
export type Platform = NonNullable<PlatformQueryResult>
export type About = NonNullable<AboutQueryResult>
export type Contact = NonNullable<ContactQueryResult>
export type NotFound = NonNullable<NotFoundQueryResult>
export type LegalPage = LegalPagesQueryResult[number]

export type Redirect = NonNullable<RedirectsQueryResult>[number]

export type RichText = Faq['groups'][number]['items'][number]['answer'] | LegalPage['body']

/** A paragraph or list item of rich text. */
export type Block = RichText[number]

/** All copy of the site at one moment, variables in braces already filled in. */
export interface Content {
  settings: Settings
  home: NonNullable<HomeQueryResult>
  hero: Hero
  whyNow: WhyNow
  howItWorks: HowItWorks
  cal: Cal
  demo: Demo
  features: Features
  roi: Roi
  integrations: Integrations
  security: Security
  faq: Faq
  closing: Closing
  platform: Platform
  about: About
  contact: Contact
  notFound: NotFound
  /** By slug. */
  legalPages: Record<string, LegalPage>
  redirects: RedirectsQueryResult
}
