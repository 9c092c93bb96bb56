import type { ReactNode } from 'react'
import { type LinkDescriptor, Links, Meta, Outlet, ScrollRestoration } from 'react-router'
import { PageViews } from '#web/analytics/page-views.tsx'
import { SiteFooter } from '#web/frame/site-footer.tsx'
import { SiteHeader } from '#web/frame/site-header.tsx'
import { SiteNotices } from '#web/frame/site-notices.tsx'
import { accentStyle } from '#web/head/accent-style.ts'
import { FirstPaintScript } from '#web/head/first-paint.tsx'
import { Icons } from '#web/head/icons.tsx'
import { DeferredScripts } from '#web/head/start-scripts.tsx'
import { useServiceWorker, useStyleSheetRetry } from '#web/offline/recovery.ts'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { OAuthReturn } from '#web/session/oauth-return.tsx'
import { CancelledReturn } from '#web/shop/cancelled-return.tsx'
import { publishableKey, siteMeta } from '#web/site/site-settings.ts'
import { useFocusOnNavigation } from '#web/ui/focus.ts'
import { usePicturesInPrint } from '#web/ui/picture.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import styles from './styles/site.css?url'

/** Names the style sheet. The fonts are not preloaded here: see `first-paint.js`. */
export function links(): LinkDescriptor[] {
	return [{ rel: 'stylesheet', href: styles }]
}

/** The document around every page, including the error page, so nothing in it may fail. */
export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="en-GB" style={import.meta.env.SSR ? accentStyle() : undefined} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<FirstPaintScript />
				<meta name="publishable-key" content={publishableKey()} />
				<meta name="site" content={siteMeta()} />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f1" />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1712" />
				<Meta />
				<Links />
				{import.meta.env.SSR ? <Icons /> : null}
			</head>
			<body>
				{children}
				<ScrollRestoration />
				<DeferredScripts />
			</body>
		</html>
	)
}

export default function App() {
	useFocusOnNavigation()
	useStyleSheetRetry()
	useServiceWorker()
	usePicturesInPrint()
	return (
		<AuthProvider>
			<SiteHeader />
			<main id="content" tabIndex={-1}>
				<SiteNotices />
				<Outlet />
			</main>
			<SiteFooter />
			<ToastHost />
			<PageViews />
			<OAuthReturn />
			<CancelledReturn />
		</AuthProvider>
	)
}

/** Shown instead of the whole site if a part of every page, such as the header, has failed. Uses nothing that could fail too. */
export function ErrorBoundary() {
	return (
		<main className="page-width py-20">
			<h1 className="text-title">The shop couldn’t be shown</h1>
			<p className="mt-4 max-w-measure">
				Something went wrong on our side or on the way to you. Nothing you own or have paid for is affected.
			</p>
			<p className="mt-8">
				<a href="/" className="link">
					Go to the home page
				</a>
			</p>
		</main>
	)
}
