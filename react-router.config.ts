import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { shelf } from './catalogue/shelf.ts'
import { tidyAssets } from './scripts/vite-plugins.ts'
import { waitingPath } from './src/shared/paths.ts'
import { categorySlugs, menuCategories } from './src/web/products/categories.ts'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	ssr: true,
	// There are few routes, so one manifest of all costs less than a request for each link.
	routeDiscovery: { mode: 'initial' },
	// Every known address, including the capitalised ones of the specification, and the 404 pages.
	prerender: ({ getStaticPaths }) => [
		...getStaticPaths(),
		...menuCategories.map((category) => `/${category}`),
		...categorySlugs.map((slug) => `/categories/${slug}`),
		...shelf.filter(({ comingSoon }) => !comingSoon).map(waitingPath),
		...['/404', '/categories/404', '/products/404', '/get/404'],
	],
	buildEnd: async ({ reactRouterConfig }) =>
		await tidyAssets(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
