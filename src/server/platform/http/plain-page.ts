import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const style = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: light-dark(#faf8f3, #10140f); color: light-dark(#17221c, #ede7da); font: 1.0625rem/1.55 -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif; }
main { width: 100%; max-width: 26rem; }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
mark { background: linear-gradient(transparent 55%, #ffc53d 55%, #ffc53d 92%, transparent 92%); color: inherit; }
p { margin: 0 0 1.25rem; }
a { color: light-dark(#0b5d41, #7fd3a9); }
label { display: block; margin: 0 0 0.35rem; font-weight: 700; }
input { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: light-dark(#ffffff, #191e18); border: 1px solid light-dark(#767d76, #8a9389); border-radius: 4px; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; font: inherit; font-weight: 700; color: light-dark(#ffffff, #0e1712); background: light-dark(#0b5d41, #7fd3a9); border: 0; border-radius: 4px; cursor: pointer; }
:focus-visible { outline: 3px solid light-dark(#0b5d41, #7fd3a9); outline-offset: 2px; }
[aria-invalid] { border-color: light-dark(#9c3317, #f2977c); }
#problem { margin: 0.4rem 0 0; color: light-dark(#9c3317, #f2977c); }
@media (prefers-color-scheme: dark) { mark { background: none; text-decoration: underline 0.2em #ffc53d; text-underline-offset: 0.2em; } }
`

/** The content security policy of a plain page: nothing but its own style. */
export const plainPagePolicy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ')

/** Returns a page that loads no other file. `content` is what stands inside its main part. */
export function plainPage(title: string, content: ReturnType<typeof html>) {
	return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`
}
