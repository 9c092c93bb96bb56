import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { freePort } from '#test/free-port.ts'

// Runs the sample configurations in deploy/. Only what a test needs is changed, such as names, ports, certificates and log files.

const sample = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

interface Running {
	close(): Promise<void>
}

/** Returns the path of a program, or undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
	return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path))
}

/**
 * Starts nginx with deploy/nginx.conf, which speaks TLS. Connections to `port` are encrypted and passed on to nginx. After a
 * server has failed, nginx avoids it for `failSeconds`.
 */
export async function startNginx(
	program: string,
	port: number,
	servers: readonly [number, number],
	failSeconds: number,
): Promise<Running> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-nginx-'))
	const tlsPort = await freePort()
	await makeCertificate(folder)
	const nginx = await runNginx(program, folder, (site) =>
		site
			.replaceAll('listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`)
			.replace(/(ssl_certificate(?:_key)?) .*\/(\w+\.pem);/g, `$1 ${folder}/$2;`)
			.replaceAll('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
			.replaceAll('127.0.0.1:3010', `127.0.0.1:${servers[1]}`)
			.replaceAll('fail_timeout=10s', `fail_timeout=${failSeconds}s`),
	)
	const outside = await speakTls(port, tlsPort, await readFile(join(folder, 'fullchain.pem')))
	return {
		close: async () => {
			await outside.close()
			await nginx.close()
		},
	}
}

/** Starts nginx with deploy/nginx.conf in front of one server, but without TLS, which would take most of the time of a bench. */
export async function startPlainNginx(
	program: string,
	port: number,
	server: number,
): Promise<Running & { pid: number }> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-nginx-'))
	return await runNginx(program, folder, (site) =>
		site
			.replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
			.replaceAll(/^\tssl_.*\n/gm, '')
			.replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`)
			.replaceAll(/^\tserver 127\.0\.0\.1:3010 .*\n/gm, ''),
	)
}

/** Runs nginx with deploy/nginx.conf, changed by `edit`, and removes the folder afterwards. */
async function runNginx(
	program: string,
	folder: string,
	edit: (site: string) => string,
): Promise<Running & { pid: number }> {
	const site = (await sample('nginx.conf'))
		.replaceAll(/^\tlisten \[::\].*\n/gm, '')
		.replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
		.replaceAll('/var/log/nginx', folder)
		.replaceAll('shop.example', '127.0.0.1')
	await writeFile(
		join(folder, 'nginx.conf'),
		`${process.getuid?.() === 0 ? 'user root;' : ''}
		daemon off;
		pid ${folder}/pid;
		error_log ${folder}/error.log;
		events { worker_connections 8192; }
		http {
			access_log ${folder}/access.log;
			${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
			${edit(site)}
		}`,
	)
	const nginx = run(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', `${folder}/error.log`])
	return {
		pid: nginx.pid,
		close: async () => {
			await nginx.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Starts Caddy with deploy/Caddyfile, but without TLS, because it only gets certificates for real domain names. */
export async function startCaddy(
	program: string,
	port: number,
	servers: readonly number[],
): Promise<Running> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-caddy-'))
	await writeFile(join(folder, 'Caddyfile'), `{\nadmin off\n}\n${await sample('Caddyfile')}`)
	const caddy = run(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
		XDG_DATA_HOME: folder,
		XDG_CONFIG_HOME: folder,
		SITE_URL: `http://127.0.0.1:${port}`,
		ADMIN_URL: 'http://admin.invalid',
		SERVERS: servers.map((server) => `127.0.0.1:${server}`).join(' '),
	})
	return {
		close: async () => {
			await caddy.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

function run(
	program: string,
	args: readonly string[],
	env: Record<string, string> = {},
): Running & { pid: number } {
	const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	return {
		pid: child.pid ?? 0,
		close: async () => {
			child.kill('SIGTERM')
			await gone
		},
	}
}

async function makeCertificate(folder: string): Promise<void> {
	await promisify(execFile)('openssl', [
		...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1'.split(
			' ',
		),
		...['-addext', 'subjectAltName=IP:127.0.0.1'],
		...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
	])
}

/** Passes each connection to `port` on to `tlsPort` over TLS, so that the test's buyers and the sandbox need no certificates. */
async function speakTls(port: number, tlsPort: number, ca: Buffer): Promise<Running> {
	const sockets = new Set<{ destroy(): void }>()
	const server = createServer((plain) => {
		const secure = connect({ host: '127.0.0.1', port: tlsPort, ca })
		plain.pipe(secure).pipe(plain)
		for (const [socket, other] of [
			[plain, secure],
			[secure, plain],
		] as const) {
			sockets.add(socket)
			socket.on('error', () => other.destroy())
			socket.on('close', () => {
				sockets.delete(socket)
				other.destroy()
			})
		}
	})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	return {
		close: async () => {
			for (const socket of sockets) socket.destroy()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
