import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface PageOptions {
	title: string
	body: Html
	/** Whether to show the sandbox's menu. The pages that buyers see have none. */
	menu?: boolean
}

/** Renders a page of the sandbox. All of them work without JavaScript. */
export function page({ title, body, menu = true }: PageOptions): Html {
	const folder = menu ? '' : '/checkout'
	return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${folder}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${folder}/style.css">
</head>
<body>
${menu ? menuBar : ''}
${body}
</body>
</html>`
}

const menuBar = html`<header class="menu">
<p class="menu-name"><a href="/">Sandbox</a></p>
<nav aria-label="Sandbox"><a href="/mailbox">Mailbox</a><a href="/messages">Messages</a><a href="/stripe">Payments</a><a href="/google">Google</a><a href="/campus">Campus</a><a href="/stripe/switches">Switches</a></nav>
</header>`

export function moment(date: Date): Html {
	return html`<time datetime="${date.toISOString()}">${readable.format(date)}</time>`
}

const readable = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** Formats an amount in the currency's smallest unit: `(1499, 'gbp')` -> `£14.99`. */
export function formatAmount(amount: number, currency: string): string {
	const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency.toUpperCase() })
	return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
