import { use, useEffect } from 'react'
import {
	UNSAFE_FrameworkContext as FrameworkContext,
	UNSAFE_DataRouterContext as RouterContext,
} from 'react-router'
import { canBeOpened } from '#web/ui/server-there.ts'
import { UnreachablePage } from './unreachable-page.tsx'

interface LazyRoute {
	id: string
	lazy?: unknown
	children?: readonly LazyRoute[] | undefined
}

/**
 * Keeps the router from reloading the document if a page's code cannot be fetched, which offline ends on the browser's own
 * error page. The code is fetched ahead of the router. If that fails, the page is opened afresh when that would show it: the
 * shop may have been renewed, or the browser may hold the page from before. Otherwise our own words take its place.
 */
export function usePageLoading(): void {
	const router = use(RouterContext)?.router
	const manifest = use(FrameworkContext)?.manifest
	useEffect(() => {
		if (router === undefined || manifest === undefined) return
		for (const { id, lazy } of router.routes.flatMap(withChildren)) {
			const address = manifest.routes[id]?.module
			if (address === undefined || typeof lazy !== 'object' || lazy === null) continue
			for (const [part, load] of Object.entries(lazy)) {
				if (typeof load !== 'function') continue
				Reflect.set(lazy, part, async () => ((await isFetched(address)) ? load() : standIns[part]))
			}
		}

		async function isFetched(address: string): Promise<boolean> {
			try {
				await import(/* @vite-ignore */ address)
				return true
			} catch {
				const target = router?.state.navigation.location
				const wanted = target === undefined ? '' : target.pathname + target.search
				if (!(await canBeOpened(wanted))) return false
				window.location.assign(wanted + (target?.hash ?? ''))
				return await new Promise<never>(() => {})
			}
		}
	}, [router, manifest])
}

/** What takes the place of a page's parts; those not named it can do without. */
const standIns: Readonly<Record<string, unknown>> = {
	Component: UnreachablePage,
	loader: () => null,
}

function withChildren(route: LazyRoute): LazyRoute[] {
	return [route, ...(route.children ?? []).flatMap(withChildren)]
}
