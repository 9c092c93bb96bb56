import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { serverOverloaded } from '#server/platform/errors.ts'
import { type Admission, defaultLanes, type Priority } from '#server/platform/http/admission.ts'
import { bodyOf, hasArrived } from '#server/platform/http/body-arrival.ts'
import type { FormatError } from '#server/platform/http/error-handler.ts'
import { asPageInTab } from '#server/platform/http/error-page.ts'
import { type Answering, pathOf, type Upgrades } from '#server/platform/http/http-server.ts'
import { makeRequestId } from '#server/platform/http/request-id.ts'
import { noContentPolicy, type SecuredSite, securityHeaders } from '#server/platform/http/security-headers.ts'

interface AdmitOptions {
	admission: Admission
	/** Returns the priority of a path; undefined if its requests are never refused. */
	priorityOf: (path: string) => Priority | undefined
	/** Returns the formatter for errors of the API that a path belongs to; undefined for pages. */
	formatOf: (path: string) => FormatError | undefined
	site: SecuredSite
	log: Logger
}

/** The parts of a request that a refusal depends on. */
interface Asked {
	url?: string | undefined
	method?: string | undefined
	headers: IncomingHttpHeaders
}

/** The shortest interval between two log lines, in milliseconds: an overload must not flood the log too. */
const logEveryMs = 10_000
/** The longest body of a refused request that may be read to keep its connection open, in bytes. */
const longestUnread = 65_536
/** The share of a priority's places that requests with long bodies may take. */
const longShare = 0.25

/**
 * Refuses requests while the server is overloaded, before the app handles them. A refusal takes a fraction of the time of a
 * database read: the body is not read, nothing is looked up, and the request is not logged.
 */
export function admit(
	fetch: Answering['fetch'],
	{ admission, priorityOf, formatOf, site, log }: AdmitOptions,
): Required<Pick<Answering, 'fetch' | 'refuse'>> {
	const common = {
		...securityHeaders(site),
		'content-security-policy': noContentPolicy,
		'cache-control': 'no-store',
		'access-control-allow-origin': '*',
		'access-control-expose-headers': 'retry-after, x-request-id',
	}
	const long: Record<Priority, number> = { money: 0, account: 0, rest: 0 }
	let refusals = 0
	let loggedAt = Number.NEGATIVE_INFINITY

	function refusalOf({ url = '/', method, headers: sent }: Asked) {
		refusals += 1
		if (performance.now() - loggedAt > logEveryMs) {
			loggedAt = performance.now()
			log.warn({ refused: { ...admission.refused } }, 'requests are refused: the server is overloaded')
		}
		const requestId = makeRequestId()
		const format = formatOf(pathOf(url)) ?? formatAsText
		const header = (name: string) => sent[name]?.toString()
		const { status, body, headers } = format(overloaded, requestId, header)
		const refused = {
			status,
			body: typeof body === 'string' ? body : JSON.stringify(body),
			headers: { ...common, 'content-type': 'application/json; charset=utf-8', ...headers },
		}
		const answer = asPageInTab({ method, header }, refused)
		return {
			status,
			body: method === 'HEAD' ? null : answer.body,
			headers: {
				...answer.headers,
				'content-length': String(Buffer.byteLength(answer.body ?? '')),
				// Varies, so that programs that were refused together do not all come back together.
				'retry-after': String(1 + (refusals % 3)),
				'x-request-id': requestId,
			},
		}
	}

	function priorityOfRequest({ url = '/', method }: Asked): Priority | undefined {
		// Answering a preflight request takes no longer than refusing it.
		return method === 'OPTIONS' ? undefined : priorityOf(pathOf(url))
	}

	return {
		refuse: (request, response) => {
			const priority = priorityOfRequest(request)
			if (priority === undefined || !admission.refuses(priority)) return false
			const { status, body, headers } = refusalOf(request)
			// Before the next request of a connection, Node reads the rest of the body. If that may be long, the connection is closed
			// instead.
			const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers
			if (encoding !== undefined || Number(length) > longestUnread) response.shouldKeepAlive = false
			response.writeHead(status, headers).end(body)
			return true
		},
		fetch: (request, env) => {
			const priority = priorityOfRequest(env.incoming)
			if (priority === undefined) return fetch(request, env)
			const refused = () => {
				const { body, ...rest } = refusalOf(env.incoming)
				return new Response(body, rest)
			}
			const leave = () => admission.leave(priority)
			const handle = () => afterwards(fetch(request, env), leave)
			const enter = () => {
				const isAdmitted = admission.enter(priority)
				return isAdmitted === true ? handle() : isAdmitted.then((isLet) => (isLet ? handle() : refused()))
			}
			switch (bodyOf(env.incoming)) {
				case 'none':
					return enter()
				case 'short':
					// A client that sends slowly must not occupy a place meanwhile.
					return hasArrived(env.incoming).then((isComplete) => {
						if (!isComplete) return new Response(null, { status: 400 })
						return admission.refuses(priority) ? refused() : enter()
					})
				case 'long':
					// Such a request occupies a place while its body is sent, so only a few may be in progress.
					if (long[priority] >= longShare * defaultLanes[priority].atOnce) return refused()
					long[priority] += 1
					return afterwards(enter(), () => {
						long[priority] -= 1
					})
			}
		},
	}
}

/**
 * Returns the response, and calls `leave` once it begins. The request counts as in progress only until the response begins: the
 * download of one client may take an hour.
 */
function afterwards(answer: Response | Promise<Response>, leave: () => void): Response | Promise<Response> {
	if (answer instanceof Promise) answer.then(leave, leave)
	else leave()
	return answer
}

/** Refuses WebSockets while the server is overloaded. */
export function admitUpgrades({ path, upgrade }: Upgrades, admission: Admission): Upgrades {
	return {
		path,
		upgrade: (request, socket, head) => {
			if (admission.hasRoom('rest')) upgrade(request, socket, head)
			else
				socket.end(
					'HTTP/1.1 503 Service Unavailable\r\nretry-after: 3\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
				)
		},
	}
}

export const overloaded = serverOverloaded()

/** Formats the refusal of a request that belongs to no API, such as one for a made-up path. Pages in memory are never refused. */
function formatAsText() {
	return { status: 503, body: overloaded.message, headers: { 'content-type': 'text/plain; charset=utf-8' } }
}
