import type * as queries from './queries.ts'
import type {
  LandingPagesQueryResult,
  LegalPagesQueryResult,
  RedirectsQueryResult,
} from './types.generated.ts'

type Queries = typeof queries

/** The result of each query in `queries.ts`, by the query's name: `aboutQuery` gives `about`. */
type Answers = {
  [Name in keyof Queries as Name extends `${infer Key}Query` ? Key : never]: AnswerOf<Queries[Name]>
}

type AnswerOf<Query> = Query extends keyof SanityQueries
  ? NonNullable<SanityQueries[Query]>
  : 'The query has no type yet: run "npm run typegen".'

/** All copy of the site at one moment, variables in braces already filled in. */
export interface Content extends Omit<Answers, 'legalPages' | 'landingPages' | 'redirects'> {
  /** By slug. */
  legalPages: Record<string, LegalPage>
  /** By slug. */
  landingPages: Record<string, LandingPage>
  /** Null in content from before there were redirects. */
  redirects: RedirectsQueryResult
}

/** The keys of the content that are a page: they have a title and a description for search engines. */
export type PageName = {
  [Name in keyof Content]: Content[Name] extends { seo: object } ? Name : never
}[keyof Content]

/** What search engines and shared links show of a page. */
export type Seo = Content['about']['seo']

export type Settings = Content['settings']
export type Hero = Content['hero']
export type WhyNow = Content['whyNow']
export type HowItWorks = Content['howItWorks']
export type Cal = Content['cal']
export type Demo = Content['demo']
export type Features = Content['features']
export type Roi = Content['roi']
export type Integrations = Content['integrations']
export type Security = Content['security']
export type Faq = Content['faq']
export type Closing = Content['closing']
export type Platform = Content['platform']
export type About = Content['about']
export type Contact = Content['contact']
export type NotFound = Content['notFound']
export type LegalPage = LegalPagesQueryResult[number]
export type LandingPage = LandingPagesQueryResult[number]
/** A block of a landing page. */
export type LandingBlock = LandingPage['blocks'][number]
/** The block of one type. */
export type BlockOf<Type extends LandingBlock['_type']> = Extract<LandingBlock, { _type: Type }>

export type RichText =
  | Faq['groups'][number]['items'][number]['answer']
  | LegalPage['body']
  | BlockOf<'textBlock' | 'pictureBlock'>['body']

/** A paragraph or list item of rich text. */
export type Block = RichText[number]
