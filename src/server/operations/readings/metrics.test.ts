import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { createReadings } from '#server/operations/readings/readings.ts'
import { addShopGauges } from '#server/operations/readings/shop-gauges.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { listen } from '#server/platform/http/http-server.ts'
import {
	addPools,
	addRefusals,
	addSockets,
	createMetrics,
	type Metrics,
} from '#server/platform/metrics/metrics.ts'
import { openMetricsPort } from '#server/platform/metrics/metrics-port.ts'
import { tamper } from '#test/money-ledger.ts'
import { useWorld, type World } from '#test/world.ts'

const metrics = createMetrics()
const world = await useWorld({ observeRequest: metrics.observeRequest })
beforeAll(async () => {
	addPools(metrics, world.database)
})

const log = pino({ level: 'silent' })
const nowhere = 'postgresql://nobody:nothing@127.0.0.1:9/nowhere'

/** Reads the metrics at their port, and returns each value by the name and labels of its series. */
async function scrape({ registry }: Pick<Metrics, 'registry'>): Promise<Map<string, number>> {
	const port = await openMetricsPort({ host: '127.0.0.1', port: 0, read: () => registry.metrics(), log })
	onTestFinished(() => port.close())
	const url = `http://127.0.0.1:${port.port}`
	expect((await fetch(`${url}/`)).status).toBe(404)
	expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
	const response = await fetch(`${url}/metrics`)
	expect(response.status).toBe(200)
	const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
	return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

function readingsOf(database: Pick<World['database'], 'asServer'>) {
	return createReadings({
		database,
		config: { siteUrl: world.url, dataDir: process.cwd(), backupTo: '/nowhere' },
	})
}

test('a backup made by another program shows within seconds if backups are stored in a folder', async () => {
	vi.useFakeTimers({ toFake: ['performance'] })
	onTestFinished(() => void vi.useRealTimers())
	const folder = await mkdtemp(join(tmpdir(), 'headstart-readings-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const { newestBackup } = createReadings({
		database: world.database,
		config: { siteUrl: world.url, dataDir: folder, backupTo: undefined },
	})
	expect(await newestBackup()).toBeUndefined()
	const place = createDiskStore(join(folder, 'backups'))
	await place.put(
		'backups.json',
		Buffer.from(JSON.stringify({ format: 1, ids: ['headstart-20261122T033000Z'] })),
	)
	vi.advanceTimersByTime(10_000)
	expect(await newestBackup()).toEqual(new Date('2026-11-22T03:30:00Z'))
})

test('requests are counted by route and status, and no label contains text from a visitor', async () => {
	const path = '/auth/v1/admin/users/'
	for (const made of [
		`${path}${crypto.randomUUID()}`,
		`${path}eve@mail.test?token=secret`,
		'/rest/v1/purchases?id=eq.7',
	])
		await world.request(made)
	for (const made of ['/eve@mail.test', '/%00', '/a/b/c?token=secret', '/healthz/secret'])
		await world.request(made)
	await world.request('/healthz?token=secret')
	const series = await scrape(metrics)
	const count = (labels: string) => series.get(`headstart_http_request_duration_seconds_count{${labels}}`)
	expect(count('route="/healthz",status="200"')).toBe(1)
	expect(count('route="other",status="404"')).toBe(4)
	const routes = [...series.keys()].filter((name) => name.startsWith('headstart_http')).join('\n')
	expect(routes).not.toMatch(/secret|eve|mail\.test|%00|eq\.7|[0-9a-f]{8}-/)
	expect(routes).toContain('route="/auth/v1/admin')
	expect(series.get('headstart_database_connections_max{pool="jobs"}')).toBe(12)
	expect(series.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

test('pages answered from memory are counted by path, and all assets under one path', async () => {
	const seen: string[] = []
	const http = await listen({ host: '127.0.0.1', port: 0 })
	onTestFinished(() => http.close(0))
	const body = Buffer.from('built')
	http.serve({
		fetch: () => new Response('not built', { status: 404 }),
		built: {
			paths: new Set(),
			shown: new Map(),
			show: async () => {},
			shrink: async () => {},
			answer: ({ path }) => (path.startsWith('/made-up') ? undefined : { status: 200, headers: {}, body }),
		},
		observeRequest: (route, status) => seen.push(`${route} ${status}`),
	})
	for (const path of ['/free?utm=eve', '/assets/a-1.js', '/assets/b-2.css', '/robots.txt', '/made-up'])
		await (await fetch(`http://127.0.0.1:${http.port}${path}`)).text()
	expect(seen).toEqual(['/free 200', '/assets/* 200', '/assets/* 200', 'other files 200'])
})

test('the gauges show what waits for the owner, and are left out while the database is unreachable', async () => {
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload, received_at)
		values ('evt_late', 'charge.refunded', jsonb_build_object('created', extract(epoch from now())::bigint - 1800), now() - interval '10 minutes')`)
	await world.database.query(
		sql`insert into shop.refused_mails (job, reference, reason) values ('send-receipt', '1', 'no such mailbox')`,
	)
	await world.database.query(sql`
		insert into shop.disputes (id, payment_intent_id, state, amount_pence, reported_at, answer_by)
		values ('dp_1', 'pi_1', 'open', 1499, now(), now() + interval '2 days'), ('dp_2', 'pi_1', 'won', 1499, now(), null),
			('dp_answered', 'pi_1', 'open', 1499, now(), now() + interval '1 day')`)
	await world.database.query(
		sql`insert into shop.dispute_answers (dispute_id, text, sent_at) values ('dp_answered', 'It was delivered.', now())`,
	)
	await world.database.query(sql`insert into shop.latest_audit (finished_at, differences) values (now(), 3)`)
	await tamper(
		world,
		`select graphile_worker.add_job('send-receipt', max_attempts := 1 + n) from generate_series(1, 4) n;
		update graphile_worker._private_jobs set run_at = now() - interval '1 hour';
		update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 2;
		update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour' where max_attempts = 3;
		update graphile_worker._private_jobs set attempts = 4, locked_at = now(), locked_by = 'us' where max_attempts = 4;
		select graphile_worker.add_job('reconcile-purchases', '{"_cron":{}}', max_attempts := 1) from generate_series(1, 11);
		update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`,
	)
	const shop = createMetrics()
	addShopGauges(shop.registry, readingsOf(world.database))
	const series = await scrape(shop)
	expect(Object.fromEntries([...series].filter(([name]) => name.startsWith('headstart_')))).toMatchObject({
		headstart_database_up: 1,
		headstart_purchases_on_hold: 0,
		headstart_jobs_waiting: 1,
		headstart_jobs_retrying: 1,
		// Only `send-receipt` counts, because a scheduled job counts only after twelve failed runs.
		headstart_jobs_failed: 1,
		headstart_mails_waiting: 2,
		headstart_mails_refused: 1,
		headstart_payment_events_waiting: 1,
		headstart_disputes_to_answer: 1,
		headstart_audit_differences: 3,
	})
	const about = (name: string) => Math.round((series.get(name) ?? Number.NaN) / 600)
	expect(about('headstart_jobs_oldest_seconds')).toBe(6)
	expect(about('headstart_payment_events_oldest_seconds')).toBe(1)
	expect(about('headstart_payment_event_delay_seconds')).toBe(2)
	expect(about('headstart_dispute_deadline_seconds')).toBe(288)
	expect(series.has('headstart_backup_age_seconds')).toBe(false)

	const broken = openDatabase({ apiUrl: nowhere, jobsUrl: nowhere, onError: () => {} })
	onTestFinished(() => broken.close())
	const away = createMetrics()
	addShopGauges(away.registry, readingsOf(broken))
	const left = await scrape(away)
	expect(left.get('headstart_database_up')).toBe(0)
	expect(left.get('headstart_disk_free_bytes')).toBeGreaterThan(0)
	expect(left.has('headstart_purchases_on_hold')).toBe(false)
})

test('counts sockets, channels and messages, and refused and dropped sockets by reason', async () => {
	const shop = createMetrics()
	addSockets(shop, world.readSockets)
	const url = `${world.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=`
	const socket = new WebSocket(`${url}${world.keys.publishableKey}`)
	onTestFinished(() => socket.terminate())
	await once(socket, 'open')
	socket.send('["1","1","realtime:a","phx_join",{"config":{}}]')
	await once(socket, 'message')
	await expect(once(new WebSocket(`${url}made_up`), 'open')).rejects.toThrow('401')
	const values = async () =>
		Object.fromEntries(
			[...(await scrape(shop))]
				.filter(([name, value]) => name.startsWith('headstart_realtime_') && value > 0)
				.map(([name, value]) => [name.slice('headstart_realtime_'.length), value]),
		)
	const quiet = {
		sockets: 1,
		channels: 1,
		'messages_total{direction="received"}': 1,
		'messages_total{direction="sent"}': 1,
		'sockets_refused_total{reason="key"}': 1,
	}
	expect(await values()).toEqual(quiet)
	socket.send('not a message')
	await once(socket, 'close')
	await expect.poll(values).toEqual({
		'messages_total{direction="received"}': 2,
		'messages_total{direction="sent"}': 1,
		'sockets_refused_total{reason="key"}': 1,
		'sockets_dropped_total{reason="malformed"}': 1,
	})
})

test('refused requests are counted by priority', async () => {
	const shop = createMetrics()
	addRefusals(shop, { refused: { money: 0, account: 2, rest: 30 } })
	const counted = [...(await scrape(shop))].filter(([name]) =>
		name.startsWith('headstart_http_requests_refused'),
	)
	expect(counted).toEqual([
		['headstart_http_requests_refused_total{priority="money"}', 0],
		['headstart_http_requests_refused_total{priority="account"}', 2],
		['headstart_http_requests_refused_total{priority="rest"}', 30],
	])
})

test('the dashboard and the alert rules name only metrics that exist', async () => {
	const shop = createMetrics()
	addPools(shop, world.database)
	addRefusals(shop, { refused: { money: 0, account: 0, rest: 0 } })
	addSockets(shop, world.readSockets)
	addShopGauges(shop.registry, readingsOf(world.database))
	const known = new Set(shop.registry.getMetricsAsArray().map(({ name }) => name))
	const docs = new URL('../../../../docs/', import.meta.url)
	for (const file of (await readdir(docs)).filter((name) => /\.(json|yml)$/.test(name))) {
		const named =
			(await readFile(new URL(file, docs), 'utf8')).match(/\b(headstart|nodejs|process)_\w+/g) ?? []
		expect(named.length, file).toBeGreaterThan(10)
		const unknown = named.filter(
			(name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
		)
		expect(unknown, file).toEqual([])
	}
})
