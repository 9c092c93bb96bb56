/** What an API may import: what the shop can do, and never another API. */
const above = [
	'src/server/features',
	'src/server/shop',
	'src/server/config',
	'src/server/platform',
	'src/shared',
]

/**
 * Which folder may import from which. A file may import from its own folder and from the folders that its row lists, and from no
 * other. The most specific row counts. `test/import-rules.test.ts` fails for a source folder without a row. Tests and `testing/`
 * folders may import from anywhere.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayImport = {
	// Paths and safe redirects depend on the products. The catalogue needs its schema, which is in src/shared.
	'src/shared': ['catalogue'],
	catalogue: ['src/shared'],

	'src/server/platform': ['src/shared'],
	// What an owner may set: the shop's settings, with their texts and rules. One says which of the catalogue's marketing claims are confirmed.
	'src/server/config': ['src/server/platform', 'src/shared', 'catalogue'],
	// The money core: who may have which guide, and why.
	'src/server/shop': ['src/server/config', 'src/server/platform', 'src/shared', 'catalogue'],
	'src/server/admin-api': ['src/server/shop', 'src/server/config', 'src/server/platform', 'src/shared'],
	'src/server/features': [
		'src/server/admin-api',
		'src/server/shop',
		'src/server/config',
		'src/server/platform',
		'src/shared',
		'catalogue',
	],
	'src/server/adapters': ['src/server/shop', 'src/server/config', 'src/server/platform', 'src/shared'],
	'src/server/apis/auth': above,
	'src/server/apis/functions': above,
	'src/server/apis/page-views': above,
	'src/server/apis/realtime': above,
	'src/server/apis/rest': above,
	'src/server/apis/storage': above,
	// Each of these programs puts its own parts together, as boot/ does for the server.
	'src/server/operations': [
		'src/server/adapters',
		'src/server/features',
		'src/server/shop',
		'src/server/config',
		'src/server/platform',
		'src/shared',
		'catalogue',
	],
	// Works with what the server's admin works with.
	'src/server/operations/admin-cli': ['src/server', 'src/shared', 'catalogue'],
	// Puts the server together.
	'src/server/boot': ['src/server', 'src/shared', 'catalogue'],
	// main.ts alone: units and images start it, also after an update and a way back, so it never moves.
	'src/server': ['src/shared'],

	'src/web': ['src/shared', 'catalogue'],
	// The admin is a separate bundle, which shares only controls and styles with the pages.
	'src/admin': ['src/web/ui', 'src/web/styles', 'src/shared'],
	'src/web/pages': ['src/web', 'src/shared', 'catalogue'],
	// A separate program, which the server only reaches over HTTP and SMTP.
	'src/sandbox': ['src/shared'],
}

/** @type {'error'} */
const severity = 'error'
const folders = Object.keys(mayImport)
const ours = '^(src|catalogue|test|e2e|lab|scripts|goods|workshop)/'
const tests = '\\.test\\.tsx?$|/testing/'

/** Features that only some shops have. */
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
			// What two pages need belongs in a shared folder.
			name: 'pages-apart',
			severity,
			from: { path: '^src/web/pages/([^/]+)/', pathNot: tests },
			to: { path: '^src/web/pages/', pathNot: '^src/web/pages/$1/' },
		},
		{
			// A capability reads another, but never carries out or offers its acts.
			name: 'acts-apart',
			severity,
			from: { path: '^src/server/features/([^/]+)/', pathNot: tests },
			to: {
				path: '^src/server/features/[^/]+/(plan-[^/]+|act-on-[^/]+|answer-dispute|decide-[^/]+|hand-over|receive-edition|run-checks|saved-views|operations)\\.ts$',
				pathNot: '^src/server/features/$1/',
			},
		},
		{
			// The goods are loaded into the private store at start, and must not get into a build.
			name: 'goods-are-data',
			severity,
			from: {},
			to: { path: '^goods/' },
		},
		{
			// A shop that does not use an optional feature must not load its code, so other code imports it dynamically. Only types, and
			// one small file without libraries, may be imported statically.
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
		// The tool's default parser needs an API that TypeScript 7 lacks. swc parses both .ts and .tsx.
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
