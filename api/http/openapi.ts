import { Hono } from 'hono'
import { z } from 'zod'
import { contactMessage, botCheckToken, waitlistEntry } from '../contract/forms.ts'
import { AGE_HEADER, INTENTS, SOURCES, TRAPPED_HEADER } from '../contract/limits.ts'
import { otherMethods } from './other-methods.ts'

const problem = {
  description: 'A problem, as RFC 9457 describes it.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          errors: {
            type: 'array',
            items: {
              type: 'object',
              properties: { field: { type: 'string' }, detail: { type: 'string' } },
            },
          },
        },
        required: ['type', 'title', 'status', 'detail'],
      },
    },
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeat with the same key and content is the same post; kept for 31 days.',
  schema: { type: 'string', maxLength: 200 },
}

const signals = [
  {
    name: AGE_HEADER,
    in: 'header',
    description: 'Age of the form in ms, where scripts run.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: TRAPPED_HEADER,
    in: 'header',
    description: 'There where the field was filled in that people don’t see.',
    schema: { type: 'string' },
  },
]

/** A form without scripts has no headers to set. */
const honeypot = { website: { type: 'string', description: 'Left empty by people.' } }

/** Every route of the API; a test names those that are missing here. */
const paths = {
  '/api/waitlist': {
    post: post('Join the waitlist.', waitlistEntry, [
      { name: 'from', in: 'query', schema: { type: 'string', enum: SOURCES } },
      { name: 'for', in: 'query', schema: { type: 'string', enum: INTENTS } },
    ]),
  },
  '/api/contact': {
    post: post('Send a message.', contactMessage.extend(botCheckToken.shape), []),
  },
  '/api/waitlist/count': { get: route('How many joined: 0, 2 for a few, tens from 50 on.') },
  '/api/bot-check/client.js': { get: route('The bot check of pages without reCAPTCHA.') },
  '/api/bot-check/worker.js': { get: route('The worker that solves its tasks.') },
  '/api/bot-check/challenge': { get: route('A task for the bot check.') },
  '/api/health': { get: route('200 once pages and API are served.') },
  '/api/ready': { get: route('How each dependency answers.') },
  '/api/metrics': { get: route('Figures for Prometheus, for who has METRICS_TOKEN.') },
  '/api/openapi.json': { get: route('This document.') },
  '/api/rebuild': { post: route('The content lake’s webhook, signed: something was published.') },
  '/api/rebuild/check': {
    post: route('The content lake, signed: what would publishing this release hold back?'),
  },
  '/api/comments/mentions': {
    post: route('The content lake, signed: somebody commented; those who are mentioned get a mail.'),
  },
  '/api/publishes': { get: route('For editors: what keeps the site from being as it was published.') },
  '/api/publishes/{documentId}': {
    get: route('For editors: the receipt of the newest publish.', ['documentId']),
  },
  '/api/releases': { get: route('For editors: the last 50 releases.') },
  '/api/releases/history': {
    get: route('For editors: when each release that is known of changed which pages, the newest 500.'),
  },
  '/api/releases/{id}/changes': {
    get: route('For editors: what visitors saw change in a release.', ['id']),
  },
  '/api/releases/{id}/switch': {
    post: route('For administrators: back to a release, or forward.', ['id']),
  },
  '/api/missing-paths': {
    get: route('For editors: what visitors asked for in vain within a week, and is still nowhere.'),
  },
  '/api/submissions/search': { post: route('For editors: a page of the submissions that fit.') },
  '/api/submissions/news': { get: route('For editors: whether something came in.') },
  '/api/submissions/counts': {
    get: route('For editors: what came in by day, company size, source and page.'),
  },
  '/api/submissions/campaign': {
    post: route('For editors: what came in from some pages, each within a time of its own.'),
  },
  '/api/submissions/export': { post: route('For editors: all submissions, as CSV or JSON.') },
  '/api/submissions/{id}': { get: route('For editors: a submission and what became of it.', ['id']) },
  '/api/submissions/{id}/redeliver': { post: route('For editors: delivers it again.', ['id']) },
  '/api/submissions/{id}/note': { put: route('For editors: writes the note beside it.', ['id']) },
  '/api/submissions/{id}/erase': {
    post: route('For administrators: erases all that is stored of its address.', ['id']),
  },
  '/api/audit': { get: route('For administrators: who did what that others have to trust in.') },
  '/api/people': {
    get: route('For administrators: who edits this site.'),
    post: route('For administrators: takes somebody in.'),
  },
  '/api/people/{id}/role': { put: route('For administrators: what somebody may do.', ['id']) },
  '/api/people/{id}/link': { post: route('For administrators: a link to sign in with.', ['id']) },
  '/api/people/{id}/revoke': { post: route('For administrators: ends all that lets them in.', ['id']) },
  '/api/people/{id}/erase': {
    post: route('For administrators: erases name and address of who was revoked.', ['id']),
  },
  '/api/sign-in': {
    get: route('The page that asks for an email address.'),
    post: route('Mails a link where the address is an editor’s.'),
  },
  '/api/sign-in/link': {
    get: route('Where a link leads.'),
    post: route('Uses a link up, and signs in.'),
  },
  '/api/preview/enter': { get: route('From the Studio, with its secret, to a page of drafts.') },
  '/api/preview/open': { post: route('For editors: where drafts and releases can be looked at.') },
  '/api/preview/shares': {
    get: route('For editors: the links to drafts that work.'),
    post: route('For administrators: makes a link to drafts, and tells its address this once.'),
  },
  '/api/preview/shares/{id}': { delete: route('For administrators: revokes a link.', ['id']) },
}

/** `GET /openapi.json`: the contract in the words of OpenAPI 3.1, derived from the validators. */
export function openapiRoutes(): Hono {
  const document = { openapi: '3.1.0', info: { title: 'API of the site', version: '1' }, paths }
  return new Hono()
    .get('/openapi.json', (c) => c.json(document))
    .all('/openapi.json', otherMethods('GET, HEAD'))
}

function post(summary: string, schema: z.ZodType, parameters: object[]) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return {
    summary,
    parameters: [...parameters, idempotencyKey, ...signals],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: json },
        'application/x-www-form-urlencoded': {
          schema: { ...json, properties: { ...json.properties, ...honeypot } },
        },
      },
    },
    responses: {
      201: { description: 'Stored.' },
      303: { description: 'To /received or /not-sent, for an HTML form.' },
      ...Object.fromEntries([400, 403, 411, 413, 415, 422, 429, 503].map((status) => [status, problem])),
    },
  }
}

/** A route whose body strangers need not know. */
function route(summary: string, inPath: readonly string[] = []) {
  return {
    summary,
    parameters: inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { 200: { description: 'OK' }, default: problem },
  }
}
