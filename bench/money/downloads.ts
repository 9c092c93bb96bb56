import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { startBare } from '../bare-process.ts'
import type { Figure } from '../figure.ts'
import { compareAddresses } from '../load.ts'
import type { MoneyShop } from './money-shop.ts'
import { openStoredFile } from './stored-file.ts'

const usualPaths = [
	'/usr/sbin/nginx',
	'/usr/local/sbin/nginx',
	'/usr/local/bin/nginx',
	'/opt/homebrew/bin/nginx',
]
const nginx = usualPaths.find((path) => existsSync(path))

/** Measures a small file from memory and a large one from disk, compared with nginx if installed, otherwise with `node:http`. */
export async function downloads(shop: MoneyShop): Promise<Figure[]> {
	const files = await openStoredFile(shop)
	const small = await compare('a small hot file', 0.8, await files.link(), shop)
	await files.makeLarge()
	return [small, await compare('a large file', 0.35, await files.link(), shop)]
}

async function compare(
	name: string,
	target: number,
	url: string,
	{ process: shop }: MoneyShop,
): Promise<Figure> {
	const sample = await fetch(url)
	const body = Buffer.from(await sample.arrayBuffer())
	if (!sample.ok) throw new Error(`no download: ${sample.status}`)
	const baseline = nginx === undefined ? await startFileServer(body) : await startNginx(nginx, body)
	const isLarge = body.length > 1 << 20
	const load = isLarge ? { connections: 4, seconds: 5 } : {}
	const ours = { url: url.replace('localhost', '127.0.0.1'), ...load }
	const theirs = { url: baseline.url, ...load }
	const { a, b, ratio } = await compareAddresses(ours, theirs, isLarge ? 'bytesPerSecond' : 'perSecond')
	await baseline.stop()
	if (shop.pid() === undefined) throw new Error('the shop has stopped')
	return { name, baselineName: baseline.name, target, ratio, ours: a, baseline: b }
}

async function startFileServer(body: Buffer) {
	const bare = await startBare({ kind: 'bytes', body: body.toString('base64'), headers: {} })
	return { name: 'bare node:http, from memory', url: bare.url, stop: async () => bare.stop() }
}

async function startNginx(program: string, body: Buffer) {
	const dir = await mkdtemp(join(tmpdir(), 'headstart-nginx-'))
	const port = await freePort()
	await writeFile(join(dir, 'file.pdf'), body)
	execFileSync('chmod', ['-R', 'a+rX', dir])
	await writeFile(
		join(dir, 'nginx.conf'),
		`worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log;
		events { worker_connections 1024; }
		http { access_log off; sendfile on; keepalive_requests 1000000; client_body_temp_path ${dir}/b; proxy_temp_path ${dir}/p;
			fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
			server { listen 127.0.0.1:${port}; root ${dir}; } }`,
	)
	const child = spawn(program, ['-c', join(dir, 'nginx.conf'), '-p', dir], { stdio: 'ignore' })
	await new Promise((resolve) => setTimeout(resolve, 500))
	return {
		name: 'nginx',
		url: `http://127.0.0.1:${port}/file.pdf`,
		stop: async () => {
			child.kill('SIGTERM')
			await new Promise((resolve) => child.once('exit', resolve))
			await rm(dir, { recursive: true, force: true })
		},
	}
}
