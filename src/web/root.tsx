import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { PageViews } from '#web/analytics/page-views.tsx'
import { FocusOnNavigation } from '#web/frame/focus-on-navigation.tsx'
import { usePageLoading } from '#web/frame/page-loading.ts'
import { SiteFooter } from '#web/frame/site-footer.tsx'
import { SiteHeader } from '#web/frame/site-header.tsx'
import { useMissingStyles } from '#web/frame/use-missing-styles.ts'
import { FirstPaintScript } from '#web/head/first-paint.tsx'
import { filledIn } from '#web/head/site-origin.ts'
import { StartScripts } from '#web/head/start-scripts.tsx'
import { KeepOfflinePage } from '#web/offline/keep-offline-page.tsx'
import { AuthProvider } from '#web/session/auth-provider.tsx'
import { OutsideReturn } from '#web/session/outside-return.tsx'
import { siteMeta } from '#web/site/site.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { usePicturesInPrint } from '#web/ui/use-pictures-in-print.ts'
import './styles/site.css'

export { RootError as ErrorBoundary } from '#web/frame/root-error.tsx'
export { links } from '#web/head/links.ts'

/** The document around every page, and around the error page too: nothing in here may fail. */
export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="en-GB" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<FirstPaintScript />
				<meta name="site-url" content={filledIn('site-url')} />
				<meta name="publishable-key" content={filledIn('publishable-key')} />
				<meta name="site" content={siteMeta()} />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f1" />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1712" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<ScrollRestoration />
				<Scripts />
				<StartScripts />
			</body>
		</html>
	)
}

export default function App() {
	usePageLoading()
	useMissingStyles()
	usePicturesInPrint()
	return (
		<AuthProvider>
			<FocusOnNavigation />
			<SiteHeader />
			<main id="content" tabIndex={-1}>
				<Outlet />
			</main>
			<SiteFooter />
			<ToastHost />
			<PageViews />
			<OutsideReturn />
			<KeepOfflinePage />
		</AuthProvider>
	)
}
