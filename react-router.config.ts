import type { Config } from '@react-router/dev/config'
import { categorySlugs, menuCategories } from './src/web/products/categories.ts'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	ssr: true,
	// A dozen routes: naming them all in one file costs less than asking the server for them one by one.
	routeDiscovery: { mode: 'initial' },
	// Every known address, the capitalised ones of the specification too, and what the server answers any other address with.
	prerender: ({ getStaticPaths }) => [
		...getStaticPaths(),
		...menuCategories.map((category) => `/${category}`),
		...categorySlugs.map((slug) => `/categories/${slug}`),
		'/404',
		'/categories/404',
	],
} satisfies Config
