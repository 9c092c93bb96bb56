import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { freePort } from '#test/free-port.ts'
import { startBare } from '../bare-process.ts'
import type { Figure } from '../figure.ts'
import { pair } from '../load.ts'
import type { MoneyShop } from './money-shop.ts'

const keysSchema = z.object({ secretKey: z.string() })
const nginx = '/usr/sbin/nginx'
const largeBytes = 20 << 20
const free = 'StudentGuide.pdf'

export interface SlowFigure {
	readers: number
	moreMegabytes: number
}

interface Downloads {
	figures: Figure[]
	slow: SlowFigure
}

/** Small hot files from memory and a large one from disk, each next to nginx where it is installed, else a bare `node:http`. */
export async function downloads(shop: MoneyShop): Promise<Downloads> {
	const keys = keysSchema.parse(JSON.parse(await readFile(join(shop.process.dataDir, 'keys.json'), 'utf8')))
	const owner = createClient(shop.process.url, keys.secretKey, { auth: { persistSession: false } })
	const link = async () => {
		const { data, error } = await owner.storage.from('pdfs').createSignedUrl(free, 3600)
		if (error !== null) throw error
		return data.signedUrl
	}
	const small = await compare('a small hot file', 0.8, await link(), shop)
	// The same name, for it is free and released; but twenty megabytes.
	const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(largeBytes), Buffer.from('\n%%EOF\n')])
	const { error } = await owner.storage
		.from('pdfs')
		.upload(free, new Blob([bytes], { type: 'application/pdf' }), {
			upsert: true,
			contentType: 'application/pdf',
		})
	if (error !== null) throw error
	const large = await compare('a large file', 0.35, await link(), shop)
	return { figures: [small, large], slow: await slowReaders(shop, await link()) }
}

async function compare(
	name: string,
	hold: number,
	url: string,
	{ process: shop }: MoneyShop,
): Promise<Figure> {
	const sample = await fetch(url)
	const body = Buffer.from(await sample.arrayBuffer())
	if (!sample.ok) throw new Error(`no download: ${sample.status}`)
	const baseline = existsSync(nginx) ? await startNginx(body) : await startFileServer(body)
	const isLarge = body.length > 1 << 20
	const load = isLarge ? { connections: 4, seconds: 5 } : {}
	const ours = { url: url.replace('localhost', '127.0.0.1'), ...load }
	const theirs = { url: baseline.url, ...load }
	const { a, b, ratio } = await pair(ours, theirs, isLarge ? 'bytesPerSecond' : 'perSecond')
	await baseline.stop()
	if (shop.pid() === undefined) throw new Error('the shop has gone')
	return { name, next: baseline.name, hold, ratio, ours: a, baseline: b }
}

async function startFileServer(body: Buffer) {
	const bare = await startBare({ kind: 'bytes', body: body.toString('base64'), headers: {} })
	return { name: 'bare node:http, from memory', url: bare.url, stop: async () => bare.stop() }
}

async function startNginx(body: Buffer) {
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
	const child = spawn(nginx, ['-c', join(dir, 'nginx.conf'), '-p', dir], { stdio: 'ignore' })
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

const readers = 500
const bytesEach = 16 << 10
const pauseMs = 160
const watchMs = 20_000

/** 500 people on slow lines, about 100 kB/s each: what the server holds more than before, at its most. */
async function slowReaders(shop: MoneyShop, url: string): Promise<SlowFigure> {
	await new Promise((resolve) => setTimeout(resolve, 2_000))
	const before = await shop.residentBytes()
	const agent = new Agent({ keepAlive: false, maxSockets: readers })
	const reading = Array.from({ length: readers }, () => readSlowly(url, agent))
	let most = before
	for (const end = performance.now() + watchMs; performance.now() < end; ) {
		await new Promise((resolve) => setTimeout(resolve, 250))
		most = Math.max(most, await shop.residentBytes())
	}
	for (const stop of reading) stop()
	return { readers, moreMegabytes: (most - before) / (1 << 20) }
}

/** Takes a little at a time, and leaves when told to. */
function readSlowly(url: string, agent: Agent): () => void {
	const request = get(url, { agent }, (response) => {
		response.on('error', () => {})
		const timer = setInterval(() => response.read(bytesEach), pauseMs)
		response.on('close', () => clearInterval(timer))
	})
	request.on('error', () => {})
	return () => request.destroy()
}
