import type { Config } from '@react-router/dev/config'
import { categorySlugs, menuCategories } from './src/web/shop-window/categories.ts'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	ssr: true,
	// A dozen routes: naming them all in one file costs less than asking the server for them one by one.
	routeDiscovery: { mode: 'initial' },
	// Every known address, the capitalised ones of the spec too. Whatever else is asked for is rendered by the server.
	prerender: ({ getStaticPaths }) => [
		...getStaticPaths(),
		...menuCategories.map((category) => `/${category}`),
		...categorySlugs.map((slug) => `/categories/${slug}`),
	],
} satisfies Config
