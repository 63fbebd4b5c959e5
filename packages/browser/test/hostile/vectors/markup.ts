// What a document loads without a script.
import { type Vector, vectors } from './vector.ts'

const styled = (css: string) => `<!doctype html><style>${css}</style><p class="a">text<ul><li>item</ul><input>`

export const markupVectors: readonly Vector[] = [
  ...vectors('tcp', {
    img: ({ url }) => `<img src="${url}">`,
    'img-srcset': ({ url }) => `<img srcset="${url} 1x, ${url}?2 2x">`,
    picture: ({ url }) => `<picture><source srcset="${url}"><img></picture>`,
    'input-image': ({ url }) => `<input type="image" src="${url}">`,
    'body-background': ({ url }) => `<body background="${url}">`,
    'table-background': ({ url }) => `<table background="${url}"><tr><td>x</table>`,
    base: ({ url }) => `<base href="${url}"><img src="a.png">`,
    script: ({ url }) => `<script src="${url}"></script>`,
    'script-module': ({ url }) => `<script type="module" src="${url}"></script>`,
    'script-import': ({ url }) => `<script type="module">import '${url}'</script>`,
    'import-map': ({ url }) =>
      `<script type="importmap">{"imports":{"a":"${url}"}}</script><script type="module">import 'a'</script>`,
    stylesheet: ({ url }) => `<link rel="stylesheet" href="${url}">`,
    modulepreload: ({ url }) => `<link rel="modulepreload" href="${url}">`,
    'preload-image': ({ url }) => `<link rel="preload" as="image" href="${url}">`,
    'preload-script': ({ url }) => `<link rel="preload" as="script" href="${url}">`,
    'preload-font': ({ url }) => `<link rel="preload" as="font" crossorigin href="${url}">`,
    'preload-fetch': ({ url }) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
    prefetch: ({ url }) => `<link rel="prefetch" href="${url}">`,
    'css-import': ({ url }) => styled(`@import '${url}';`),
    'css-background': ({ url }) => styled(`.a { background: url(${url}) }`),
    'css-image-set': ({ url }) => styled(`.a { background: image-set('${url}' 1x) }`),
    'css-content': ({ url }) => styled(`.a::before { content: url(${url}) }`),
    'css-list-style': ({ url }) => styled(`li { list-style: url(${url}) }`),
    'css-border-image': ({ url }) => styled(`.a { border: 9px solid; border-image: url(${url}) 9 }`),
    'css-mask': ({ url }) => styled(`.a { mask: url(${url}) }`),
    'css-shape': ({ url }) => styled(`.a { float: left; shape-outside: url(${url}) }`),
    'css-font': ({ url }) => styled(`@font-face { font-family: f; src: url(${url}) } .a { font-family: f }`),
    'svg-image': ({ url }) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
    'svg-image-xlink': ({ url }) => `<svg><image xlink:href="${url}" width="9" height="9"/></svg>`,
    'svg-fe-image': ({ url }) =>
      `<svg><filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
    'svg-script': ({ url }) => `<svg><script href="${url}"></script></svg>`,
    'svg-style': ({ url }) => `<svg><style>@import '${url}';</style></svg>`,
    object: ({ url }) => `<object data="${url}"></object>`,
    'object-svg': ({ url }) => `<object type="image/svg+xml" data="${url}"></object>`,
    embed: ({ url }) => `<embed src="${url}">`,
    video: ({ url }) => `<video src="${url}" preload="auto"></video>`,
    'video-poster': ({ url }) => `<video poster="${url}"></video>`,
    'video-source': ({ url }) => `<video preload="auto"><source src="${url}" type="video/mp4"></video>`,
    audio: ({ url }) => `<audio src="${url}" preload="auto"></audio>`,
    track: ({ url }) => `<video crossorigin><track default src="${url}"></video>`,
    iframe: ({ url }) => `<iframe src="${url}"></iframe>`,
    'iframe-srcdoc': ({ url }) => `<iframe srcdoc="<img src='${url}'>"></iframe>`,
    'iframe-data': ({ url }) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`,
    'iframe-sandbox': ({ url }) => `<iframe sandbox srcdoc="<img src='${url}'>"></iframe>`,
    'iframe-lazy': ({ url }) => `<iframe loading="lazy" src="${url}"></iframe>`,
    frameset: ({ url }) => `<frameset><frame src="${url}"></frameset>`,
    'meta-refresh': ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
    'js-url-frame': ({ url }) => `<iframe src="javascript:'<img src=${url}>'"></iframe>`,
  }),
  ...vectors('perhaps', {
    'css-filter': ({ url }) => styled(`.a { filter: url(${url}#a) }`),
    'svg-use': ({ url }) => `<svg><use href="${url}#a"/></svg>`,
    preconnect: ({ url }) => `<link rel="preconnect" href="${url}">`,
    prerender: ({ url }) => `<link rel="prerender" href="${url}">`,
    icon: ({ url }) => `<link rel="icon" href="${url}">`,
    'touch-icon': ({ url }) => `<link rel="apple-touch-icon" href="${url}">`,
    manifest: ({ url }) => `<link rel="manifest" href="${url}">`,
    'speculation-prefetch': ({ url }) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"]}]}</script>`,
    'speculation-prerender': ({ url }) =>
      `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${url}"]}]}</script>`,
    'attribution-source': ({ url }) => `<img attributionsrc="${url}">`,
  }),
  ...vectors('never', {
    'dns-prefetch': ({ url }) => `<link rel="dns-prefetch" href="${url}">`,
    'img-svg-data': ({ url }) =>
      `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${url}'/></svg>">`,
    'frame-ftp': ({ authority }) => `<iframe src="ftp://${authority}/"></iframe>`,
    'frame-view-source': ({ url }) => `<iframe src="view-source:${url}"></iframe>`,
    'frame-gopher': ({ authority }) => `<iframe src="gopher://${authority}/_x"></iframe>`,
    'frame-chrome': () => '<iframe src="chrome://version/"></iframe><iframe src="chrome-untrusted://x/"></iframe>',
    'frame-devtools': () => '<iframe src="devtools://devtools/bundled/inspector.html"></iframe>',
    'html-import': ({ url }) => `<link rel="import" href="${url}">`,
    'fenced-frame': ({ url }) => `<fencedframe src="${url}"></fencedframe>`,
  }),
]

const xml = (body: string) => `<?xml version="1.0"?>${body}`

/** Frames that need headers of a server. */
export const headerVectors: readonly Vector[] = [
  {
    name: 'header-link',
    needsSite: true,
    reaches: 'tcp',
    frame: () => '<p>linked',
    headers: ({ url }) => ({ link: `<${url}>; rel=preload; as=image` }),
  },
  {
    name: 'header-refresh',
    needsSite: true,
    reaches: 'tcp',
    frame: () => '<p>refreshed',
    headers: ({ url }) => ({ refresh: `0; url=${url}` }),
  },
  {
    name: 'header-csp-report',
    needsSite: true,
    reaches: 'tcp',
    frame: () => '<img src="/blocked.png">',
    headers: ({ url }) => ({ 'content-security-policy': `img-src 'none'; report-uri ${url}` }),
  },
  {
    name: 'header-reporting',
    needsSite: true,
    reaches: 'perhaps',
    frame: () => '<img src="/blocked.png">',
    headers: ({ url }) => ({
      'reporting-endpoints': `r="${url}"`,
      'content-security-policy': "img-src 'none'; report-to r",
    }),
  },
  {
    name: 'xml-stylesheet',
    needsSite: true,
    reaches: 'tcp',
    frame: ({ url }) => xml(`<?xml-stylesheet type="text/css" href="${url}"?><a/>`),
    headers: () => ({ 'content-type': 'text/xml' }),
  },
  {
    name: 'xml-xslt',
    needsSite: true,
    reaches: 'perhaps',
    frame: ({ url }) => xml(`<?xml-stylesheet type="text/xsl" href="${url}"?><a/>`),
    headers: () => ({ 'content-type': 'text/xml' }),
  },
  {
    name: 'xml-entity',
    needsSite: true,
    reaches: 'never',
    frame: ({ url }) => xml(`<!DOCTYPE a SYSTEM "${url}" [<!ENTITY e SYSTEM "${url}">]><a>&e;</a>`),
    headers: () => ({ 'content-type': 'text/xml' }),
  },
  {
    name: 'svg-document',
    needsSite: true,
    reaches: 'tcp',
    frame: ({ url }) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`,
    headers: () => ({ 'content-type': 'image/svg+xml' }),
  },
  {
    name: 'multipart',
    needsSite: true,
    reaches: 'perhaps',
    frame: ({ url }) => `--x\r\ncontent-type: text/html\r\n\r\n<img src="${url}">\r\n--x--`,
    headers: () => ({ 'content-type': 'multipart/x-mixed-replace; boundary=x' }),
  },
]
