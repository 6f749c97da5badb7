/** A request as it goes over the wire, in parts that can be changed before it is written. */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string
}

/** Addresses that only the running site can name. */
export interface SitePaths {
  /** A hashed script or style. */
  asset: string
  /** A picture of the lake, below `/images`. */
  image: string
  /** A page of drafts, token included. */
  preview: string
}

const JSON_TYPE: [string, string] = ['content-type', 'application/json']
const FORM_TYPE: [string, string] = ['content-type', 'application/x-www-form-urlencoded']
const LAKE = '/v2025-02-19/data'

/** Real requests, by what they ask for; an attack is a change of one of these. */
export function corpusOf({ asset, image, preview }: SitePaths): Record<string, RawRequest[]> {
  return {
    pages: ['/', '/platform', '/about', '/contact', '/nothing', '/platform/', '/index.html'].map((target) =>
      get(target, [['accept', 'text/html']]),
    ),
    files: [asset, '/sitemap.xml', '/robots.txt', '/favicon.ico', '/release.json'].map((target) =>
      get(target, [
        ['accept-encoding', 'br'],
        ['if-none-match', '"x"'],
      ]),
    ),
    forms: [
      post('/api/waitlist', JSON_TYPE, '{"email":"ada@example.com","firstName":"Ada","age":60000}', [
        ['idempotency-key', 'attack-1'],
      ]),
      post('/api/waitlist?from=home', FORM_TYPE, 'email=ada%40example.com&firstName=Ada&website='),
      post('/api/contact', JSON_TYPE, '{"name":"Ada","email":"ada@example.com","message":"Hi","token":"x"}'),
      post('/api/contact', FORM_TYPE, 'name=Ada&email=ada%40example.com&message=Hi'),
      get('/api/waitlist/count'),
      get('/api/bot-check/challenge'),
    ],
    operations: ['/api/health', '/api/ready', '/api/metrics', '/api/openapi.json', '/api/releases'].map(
      (target) => get(target),
    ),
    publishing: [
      get('/api/publishes/about'),
      post('/api/releases/20250101T000000000Z-0/switch', JSON_TYPE, '{}'),
      post('/api/rebuild', JSON_TYPE, '{"_id":"about","_type":"about","_rev":"x"}', [
        ['sanity-webhook-signature', 't=1,v1=x'],
        ['sanity-operation', 'update'],
      ]),
    ],
    previews: [
      get(preview),
      get(`${preview}/about`),
      get(`${preview}/-/as/published/`),
      get(`${preview}/-/after/x`),
      get(`${preview}/-/events`, [['accept', 'text/event-stream']]),
      get('/preview/x.y.z/'),
      get('/preview/-/main.js'),
      get('/api/preview/enter?sanity-preview-secret=x&sanity-preview-pathname=/about'),
      get('/api/preview/shares'),
      post('/api/preview/shares', JSON_TYPE, '{"perspective":"drafts","path":"/","days":7}'),
    ],
    queries: [
      get(`${LAKE}/query/production?query=*%5B_type%3D%3D%24t%5D%5B0...3%5D&%24t=%22faqGroup%22`),
      get(`${LAKE}/query/production?query=*%5B0...2%5D&perspective=drafts`),
      get('/v1/data/query/production?query=count(*)&perspective=raw'),
      get('/v1/data/query/production?query=*%5B_id%20in%20path(%22drafts.**%22)%5D&perspective=raw'),
      post(
        `${LAKE}/query/production?returnQuery=false`,
        JSON_TYPE,
        '{"query":"*[_id==$id][0]","params":{"id":"home"}}',
      ),
      post(
        `${LAKE}/query/production`,
        JSON_TYPE,
        '{"query":"*[_type match \\"f*\\"]{_id,\\"n\\":count(items)}","perspective":"raw"}',
      ),
      get(`${LAKE}/doc/production/settings,drafts.hidden,home`),
      get('/v1/data/export/production?types=step,note'),
      get('/v1/data/history/production/transactions/settings,drafts.hidden?limit=5'),
      get('/v1/data/history/production/documents/settings?time=2025-10-01T08:00:00Z'),
      get('/v1/data/history/production/events/documents/settings?limit=2'),
    ],
    mutations: [
      post(
        '/v1/data/mutate/production?returnIds=true',
        JSON_TYPE,
        '{"mutations":[{"createOrReplace":{"_id":"drafts.attack-1","_type":"pillar","title":"A"}}]}',
      ),
      post(
        '/v1/data/mutate/production',
        JSON_TYPE,
        '{"mutations":[{"patch":{"id":"drafts.attack-1","set":{"a.b[0]":1},"insert":{"after":"list[-1]","items":[1]}}}]}',
      ),
      post(
        '/v1/data/mutate/production?dryRun=true',
        JSON_TYPE,
        '{"mutations":[{"delete":{"query":"*[_type==\\"pillar\\"]"}}]}',
      ),
      post(
        `${LAKE}/actions/production`,
        JSON_TYPE,
        '{"actions":[{"actionType":"sanity.action.document.edit","draftId":"drafts.about","publishedId":"about","patch":{"set":{"lead":"A lead."}}}]}',
      ),
      post(
        `${LAKE}/actions/production`,
        JSON_TYPE,
        '{"actions":[{"actionType":"sanity.action.document.publish","draftId":"drafts.about","publishedId":"about"}]}',
      ),
      post(
        `${LAKE}/actions/production`,
        JSON_TYPE,
        '{"actions":[{"actionType":"sanity.action.document.discard","draftId":"drafts.about"}]}',
      ),
    ],
    streams: [
      get(`${LAKE}/listen/production?query=*&includeResult=true`, [['accept', 'text/event-stream']]),
      get('/v1/data/listen/production?query=*%5B_id%3D%3D%22drafts.about%22%5D&enableResume=true', [
        ['last-event-id', 'x'],
      ]),
      get('/vX/data/live/events/production?includeDrafts=true'),
      { ...get(`${LAKE}/listen/production?query=*`), method: 'HEAD' },
    ],
    uploads: [
      post('/v1/assets/images/production?filename=a.svg', ['content-type', 'image/svg+xml'], SVG),
      post('/v1/assets/images/production?filename=a.gif', ['content-type', 'image/gif'], GIF),
      post('/v1/assets/files/production?filename=a.txt', ['content-type', 'text/plain'], 'A text.'),
    ],
    pictures: [
      get(image),
      get(`${image}?w=64&h=64&fm=png&fit=crop`),
      get(`${image}?rect=0,0,20,20&w=40&auto=format&q=50&dpr=2`, [['accept', 'image/webp']]),
      get(`${image}?dl=a.svg`),
      get('/files/local/production/x.txt'),
    ],
    account: [
      get('/v1/auth/providers'),
      get('/v1/auth/login/token?origin=https%3A%2F%2Fevil.example'),
      post('/v1/auth/login/token', FORM_TYPE, 'origin=%2Fstudio&token=guessed-guessed-guessed'),
      post('/v1/auth/logout', JSON_TYPE, ''),
      get('/v1/users/me', [['cookie', 'lake_token=guessed-guessed-guessed']]),
      get('/v2025-02-19/projects/local'),
      { ...post('/v1/users/me/keyvalue', JSON_TYPE, '[{"key":"attack","value":1}]'), method: 'PUT' },
      get('/v1/ping'),
    ],
    upgrades: ['/mux', '/v1/socket/production', '/v1/socket/production?tag=x', '/x', '/'].map((target) =>
      upgrade(target, 'websocket', HANDSHAKE),
    ),
    otherUpgrades: [
      upgrade('/', 'websocket', [...HANDSHAKE, ['sec-websocket-protocol', 'vite-hmr']]),
      upgrade('/?token=x', 'websocket', [...HANDSHAKE, ['sec-websocket-protocol', 'vite-ping']]),
      upgrade('/', 'h2c', [['http2-settings', 'AAMAAABkAAQCAAAAAAIAAAAA']]),
      upgrade('/api/waitlist', 'h2c', [['http2-settings', 'AAMAAABkAAQCAAAAAAIAAAAA']]),
      upgrade('/', 'TLS/1.0', []),
    ],
  }
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2"/></svg>'
const GIF =
  'GIF89a\u0001\0\u0001\0\u0080\0\0\u00ff\u00ff\u00ff\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;'
const HANDSHAKE: [string, string][] = [
  ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ['sec-websocket-version', '13'],
]

function get(target: string, headers: [string, string][] = []): RawRequest {
  return { method: 'GET', target, headers, body: '' }
}

function post(
  target: string,
  type: [string, string],
  body: string,
  headers: [string, string][] = [],
): RawRequest {
  return { method: 'POST', target, headers: [type, ...headers], body }
}

function upgrade(target: string, protocol: string, headers: [string, string][]): RawRequest {
  const connection: [string, string] = [
    'connection',
    protocol === 'h2c' ? 'Upgrade, HTTP2-Settings' : 'Upgrade',
  ]
  return get(target, [connection, ['upgrade', protocol], ...headers])
}
