import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { AppError } from '#server/platform/app-error.ts'
import type { Admission, Priority } from '#server/platform/http/admission.ts'
import type { FormatError } from '#server/platform/http/error-handler.ts'
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
		const { status, body, headers } = format(overloaded, requestId, (name) => sent[name]?.toString())
		const text = typeof body === 'string' ? body : JSON.stringify(body)
		return {
			status,
			body: method === 'HEAD' ? null : text,
			headers: {
				...common,
				'content-type': 'application/json; charset=utf-8',
				...headers,
				'content-length': String(Buffer.byteLength(text)),
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
			const leave = () => admission.leave(priority)
			const handle = () => {
				const answer = fetch(request, env)
				// The request counts as in progress only until the response begins: the download of one client may take an hour.
				if (answer instanceof Promise) answer.then(leave, leave)
				else leave()
				return answer
			}
			const isAdmitted = admission.enter(priority)
			if (isAdmitted === true) return handle()
			return isAdmitted.then((isLet) => {
				if (isLet) return handle()
				const { body, ...rest } = refusalOf(env.incoming)
				return new Response(body, rest)
			})
		},
	}
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

const message = 'The shop is very busy just now. Please try again in a moment.'
export const overloaded = new AppError({ code: 'unavailable', status: 503, message })

/** Formats the refusal of a page that is not in memory, such as a path that someone made up. */
function formatAsText() {
	return { status: 503, body: message, headers: { 'content-type': 'text/plain; charset=utf-8' } }
}
