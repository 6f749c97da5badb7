import { Hono } from 'hono'
import { z } from 'zod'
import { contactMessage, botCheckToken, waitlistEntry } from '../contract/forms.ts'
import { SOURCES } from '../contract/limits.ts'

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

const transport = {
  website: { type: 'string', description: 'Left empty by people.' },
  age: { type: 'integer', description: 'Age of the form in ms, where scripts run.' },
}

/** `GET /openapi.json`: the contract in the words of OpenAPI 3.1, derived from the validators. */
export function openapiRoutes(): Hono {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Forms API', version: '1' },
    paths: {
      '/api/waitlist': {
        post: post('Join the waitlist.', waitlistEntry, [
          { name: 'from', in: 'query', schema: { type: 'string', enum: SOURCES } },
          idempotencyKey,
        ]),
      },
      '/api/contact': {
        post: post('Send a message.', contactMessage.extend(botCheckToken.shape), [idempotencyKey]),
      },
      '/api/waitlist/count': { get: get('How many joined: 0, 2 for a few, tens from 50 on.') },
      '/api/bot-check/challenge': { get: get('A task for the bot check.') },
      '/api/health': { get: get('200 once pages and API are served.') },
      '/api/ready': { get: get('How each dependency answers.') },
    },
  }
  return new Hono().get('/openapi.json', (c) => c.json(document))
}

function post(summary: string, schema: z.ZodType, parameters: object[]) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const body = { schema: { ...json, properties: { ...json.properties, ...transport } } }
  return {
    summary,
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': body, 'application/x-www-form-urlencoded': body },
    },
    responses: {
      201: { description: 'Stored.' },
      303: { description: 'To /received or /not-sent, for an HTML form.' },
      ...Object.fromEntries([400, 403, 411, 413, 415, 422, 429, 503].map((status) => [status, problem])),
    },
  }
}

function get(summary: string) {
  return { summary, responses: { 200: { description: 'OK' }, 503: problem } }
}
