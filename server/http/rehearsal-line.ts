import type { FastifyInstance } from 'fastify'

const STYLES = '/rehearsal.css'
const TEXT = '리허설 · 실제 예약이 아닙니다'

// The line uses the area that screens leave free at the bottom.
const CSS = `
:root { --rehearsal-line: 1.375rem; --safe-bottom: calc(env(safe-area-inset-bottom, 0px) + var(--rehearsal-line)); }
.rehearsal-line { position: fixed; z-index: 1000; inset: auto 0 0; box-sizing: border-box; margin: 0; padding: 0 0.5rem;
  height: calc(env(safe-area-inset-bottom, 0px) + var(--rehearsal-line)); overflow: hidden;
  background: var(--waiting-paper); color: var(--waiting); border-top: 1px solid currentcolor;
  font: 700 0.75rem/1.3125rem var(--font); text-align: center; white-space: nowrap; pointer-events: none; }
.rehearsal-line--wall { --rehearsal-line: max(1.375rem, 3vmin); font: 700 max(0.75rem, 1.8vmin) / max(1.3125rem, 3vmin) var(--font); }
.rehearsal-line--wall + #app { position: fixed; inset: 0 0 max(1.375rem, 3vmin); overflow: auto; transform: translateZ(0); }
@media print { .rehearsal-line { position: static; height: auto; } }
`

/**
 * Marks every page during a rehearsal; the web app does not know. Walls do not scroll, so they get the area
 * above.
 */
export function serveRehearsalLine(app: FastifyInstance): (page: string, path: string) => string {
  app.get(STYLES, (_request, reply) => reply.type('text/css').header('cache-control', 'no-cache').send(CSS))
  return (page, path) => {
    const kind = path.startsWith('/display') ? 'rehearsal-line rehearsal-line--wall' : 'rehearsal-line'
    return page
      .replace('</head>', `<link rel="stylesheet" href="${STYLES}"></head>`)
      .replace('<div id="app">', `<aside class="${kind}" aria-label="리허설">${TEXT}</aside><div id="app">`)
  }
}
