/**
 * The two formats of the messages that the official client exchanges with a Phoenix server. Version 1.0.0 writes a message as an
 * object. Version 2.0.0 writes it as a list, and can write a broadcast as bytes too.
 */
export type Version = '1.0.0' | '2.0.0'

export interface Message {
	joinRef: string | null
	ref: string | null
	topic: string
	event: string
	payload: unknown
}

/** What one client broadcasts to others. */
export interface Broadcast {
	event: string
	payload: { kind: 'json'; text: string } | { kind: 'bytes'; bytes: Buffer }
	/**
	 * The whole payload as JSON, if the client sent the broadcast as text. It may have further fields. The receivers get these
	 * too.
	 */
	whole?: string
}

/** The most bytes that the name of a topic or event may have, because its length is sent as one byte. */
export const longestName = 255

/**
 * Reports whether a topic or an event may have this name. It must not contain NUL, because PostgreSQL decides about private
 * channels and cannot store NUL.
 */
export function isName(text: string, longest = longestName): boolean {
	return Buffer.byteLength(text) <= longest && !text.includes('\0')
}

const userBroadcastPush = 3
const userBroadcast = 4
const json = 1

/** Returns the message, or undefined if it is malformed. */
export function decodeText(version: Version, text: string): Message | undefined {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return undefined
	}
	if (version === '1.0.0') {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
		const { join_ref, ref, topic, event, payload }: Record<string, unknown> = { ...value }
		return messageOf(join_ref, ref, topic, event, payload)
	}
	if (!Array.isArray(value)) return undefined
	const [joinRef, ref, topic, event, payload]: unknown[] = value
	return messageOf(joinRef, ref, topic, event, payload)
}

function messageOf(
	joinRef: unknown,
	ref: unknown,
	topic: unknown,
	event: unknown,
	payload: unknown,
): Message | undefined {
	if (typeof topic !== 'string' || typeof event !== 'string') return undefined
	return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload }
}

function refOf(value: unknown): string | null {
	return typeof value === 'string' && value.length <= 64 ? value : null
}

/** Reads a broadcast that was sent as bytes (version 2.0.0 only). Returns undefined if it is malformed. */
export function decodeBytes(
	bytes: Buffer,
): (Omit<Message, 'payload'> & { broadcast: Broadcast }) | undefined {
	const [kind, joinRefSize = 0, refSize = 0, topicSize = 0, eventSize = 0, metaSize = 0, encoding] = bytes
	if (kind !== userBroadcastPush || bytes.length < 7) return undefined
	let at = 7
	const take = (size: number) => {
		at += size
		return bytes.toString('utf8', at - size, at)
	}
	const [joinRef, ref, topic, event] = [take(joinRefSize), take(refSize), take(topicSize), take(eventSize)]
	at += metaSize
	// Bytes that are not UTF-8 become longer when they are read as text. The name might then be too long for the byte that states
	// its length.
	if (at > bytes.length || Buffer.byteLength(event) > longestName) return undefined
	const rest = bytes.subarray(at)
	if (encoding !== json)
		return {
			joinRef,
			ref,
			topic,
			event: 'broadcast',
			broadcast: { event, payload: { kind: 'bytes', bytes: rest } },
		}
	const text = rest.toString('utf8')
	if (!isJson(text)) return undefined
	return { joinRef, ref, topic, event: 'broadcast', broadcast: { event, payload: { kind: 'json', text } } }
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text)
		return true
	} catch {
		return false
	}
}

/** Writes a message whose payload is already JSON. */
export function encode(
	version: Version,
	{ joinRef, ref, topic, event }: Omit<Message, 'payload'>,
	payload: string,
): string {
	const [quotedTopic, quotedEvent] = [JSON.stringify(topic), JSON.stringify(event)]
	return version === '1.0.0'
		? `{"topic":${quotedTopic},"event":${quotedEvent},"payload":${payload},"ref":${JSON.stringify(ref)}}`
		: `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${quotedTopic},${quotedEvent},${payload}]`
}

/** Writes a broadcast for receivers that use this version. Returns undefined if that version cannot carry it. */
export function encodeBroadcast(
	version: Version,
	topic: string,
	{ event, payload, whole }: Broadcast,
): string | Buffer | undefined {
	const asText = { joinRef: null, ref: null, topic, event: 'broadcast' }
	if (whole !== undefined) return encode(version, asText, whole)
	if (version === '1.0.0') {
		if (payload.kind === 'bytes') return undefined
		return encode(
			version,
			asText,
			`{"event":${JSON.stringify(event)},"payload":${payload.text},"type":"broadcast"}`,
		)
	}
	const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
	const encoding = payload.kind === 'json' ? json : 0
	return Buffer.concat([
		Buffer.from([userBroadcast, topicBytes.length, eventBytes.length, 0, encoding]),
		topicBytes,
		eventBytes,
		payload.kind === 'json' ? Buffer.from(payload.text) : payload.bytes,
	])
}
