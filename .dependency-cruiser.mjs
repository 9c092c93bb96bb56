/**
 * Who may import whom. A file may import from its own folder and from the folders its row lists, and from no other. The
 * most specific row counts; a source folder without a row fails `test/import-rules.test.ts`. Tests and `testing/` folders are free.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayImport = {
	// The pages that a redirect may name depend on the products. The catalogue needs its schema only.
	'src/shared': ['catalogue'],
	catalogue: ['src/shared'],

	'src/server/platform': ['src/shared'],
	// The owner confirms marketing claims by setting, and the catalogue says which there are.
	'src/server/platform/config': ['src/server/platform', 'src/shared', 'catalogue'],
	'src/server/shop': ['src/server/platform', 'src/shared', 'catalogue'],
	'src/server/adapters': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/admin': ['src/server/shop', 'src/server/platform', 'src/shared', 'catalogue'],
	'src/server/apis/auth': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/functions': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/page-views': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/realtime': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/rest': ['src/server/shop', 'src/server/platform', 'src/shared'],
	'src/server/apis/storage': ['src/server/shop', 'src/server/platform', 'src/shared'],
	// Entry points: like main.ts of the server, each puts its parts together.
	'src/server/operations': [
		'src/server/adapters',
		'src/server/shop',
		'src/server/platform',
		'src/shared',
		'catalogue',
	],
	// main.ts, start-shop.ts, app.ts and routes.ts put the server together.
	'src/server': ['src/server', 'src/shared', 'catalogue'],

	'src/web': ['src/shared', 'catalogue'],
	// Its own bundle, which shares only what pages are made of.
	'src/admin': ['src/web/ui', 'src/web/styles', 'src/shared'],
	'src/web/pages': ['src/web', 'src/shared', 'catalogue'],
	// Another program, reached over HTTP and SMTP only.
	'src/sandbox': ['src/shared'],
}

/** @type {'error'} */
const severity = 'error'
const folders = Object.keys(mayImport)
const ours = '^(src|catalogue|test|e2e|bench|scripts|goods)/'
const tests = '\\.test\\.tsx?$|/testing/'

/** Features that a shop may not have. */
const optional = [
	'^src/server/apis/auth/phone/',
	'^src/server/adapters/sms/',
	'^src/server/operations/doctor/check-texts\\.',
]

/** @param {string} folder */
function rowRule(folder) {
	const inner = folders.filter((other) => other.startsWith(`${folder}/`))
	const allowed = [folder, ...(mayImport[folder] ?? [])]
	return {
		name: folder,
		severity,
		from: { path: `^${folder}/`, pathNot: [tests, ...inner.map((other) => `^${other}/`)] },
		to: { path: ours, pathNot: allowed.map((other) => `^${other}/`) },
	}
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		...folders.map(rowRule),
		{
			name: 'no-circles',
			severity,
			from: {},
			to: { circular: true },
		},
		{
			// What two pages need moves out of both.
			name: 'pages-apart',
			severity,
			from: { path: '^src/web/pages/([^/]+)/', pathNot: tests },
			to: { path: '^src/web/pages/', pathNot: '^src/web/pages/$1/' },
		},
		{
			// They are loaded into the private store at start, and never enter a build.
			name: 'goods-are-data',
			severity,
			from: {},
			to: { path: '^goods/' },
		},
		{
			// A shop that has not set the feature loads none of its code. What others need of it are types, and one small file without libraries.
			name: 'loaded-if-set',
			severity,
			from: { path: '^src/', pathNot: [tests, ...optional] },
			to: {
				path: optional,
				pathNot: '/phone-sign-in\\.ts$',
				dynamic: false,
				dependencyTypesNot: ['type-only'],
			},
		},
		{
			name: 'no-missing-files',
			severity,
			from: { path: '^(src|catalogue)/' },
			to: { couldNotResolve: true, path: '^[#.]' },
		},
	],
	options: {
		// TypeScript 7 has no API that the tool could read types with; swc parses both .ts and .tsx.
		parser: 'swc',
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'node', 'default'],
			extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
		},
	},
}
