import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
	type Binding,
	bindingId,
	type RequestedBinding,
	readBinding,
	requestedBinding,
	shortList,
} from '#server/apis/realtime/bindings.ts'
import { Channel } from '#server/apis/realtime/channel.ts'
import { checkToken } from '#server/apis/realtime/check-token.ts'
import type { Connection } from '#server/apis/realtime/connection.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import {
	ChannelError,
	databaseAway,
	invalidJoinPayload,
	mayNotRead,
	noReplay,
	realtimeRestarting,
	secondStepMissing,
	sessionEnded,
	subscriptionRefused,
	tooManyChannels,
	tooManyJoins,
	tooManyUsers,
	topicNameRequired,
	unknownChannelError,
} from '#server/apis/realtime/errors.ts'
import { createWindow, type RealtimeLimits } from '#server/apis/realtime/limits.ts'
import { readableExtensions } from '#server/apis/realtime/private-channels.ts'
import type { Message } from '#server/apis/realtime/serializer.ts'
import { leaveChannel } from '#server/apis/realtime/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import { asRefusal } from '#server/platform/db/failure.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { widestNetwork } from '#server/platform/http/client-address.ts'

// Some clients send flags as text.
const flag = z
	.union([z.boolean(), z.enum(['true', 'false'])])
	.nullish()
	.transform((value) => value === true || value === 'true')
const joinPayload = z.looseObject({
	access_token: z.string().nullish(),
	/** The name of the token in version 1 of the official client. */
	user_token: z.string().nullish(),
	config: z
		.looseObject({
			broadcast: z.looseObject({ ack: flag, self: flag, replay: z.unknown().optional() }).optional(),
			presence: z.looseObject({ key: z.string().max(255).optional(), enabled: flag }).optional(),
			postgres_changes: shortList(requestedBinding.nullable(), 100).optional(),
			postgres_changes_options: z.looseObject({ wait: flag }).optional(),
			private: flag,
		})
		.optional(),
})
type Config = NonNullable<z.infer<typeof joinPayload>['config']>

/** Joins a channel and confirms that to the client, or tells the client why it cannot join. Returns undefined if it cannot. */
export async function joinChannel(
	context: RealtimeContext,
	connection: Connection,
	message: Message,
	/** The socket's other channels. */
	others: Iterable<Channel>,
): Promise<Channel | undefined> {
	let channel: Channel | undefined
	try {
		if (!mayJoin(context, connection)) throw tooManyJoins()
		if (context.stopping.aborted) throw realtimeRestarting()
		const { topic, joinRef } = message
		if (topic === 'realtime:') throw topicNameRequired()
		const parsed = joinPayload.safeParse(message.payload ?? {})
		if (!parsed.success) throw invalidJoinPayload()
		const { config = { private: false }, access_token, user_token } = parsed.data
		if (config.broadcast?.replay != null) throw noReplay()
		const caller = await checkToken(context, connection.apiKey, tokenOf(access_token ?? user_token))
		const namesTable = parsed.data.config === undefined
		const requested = namesTable
			? [bindingOfTopic(topic)]
			: (config.postgres_changes ?? []).filter((one) => one !== null)
		const { bindings, refusal } = readBindings(requested, context.limits, others)
		if (refusal !== undefined && config.postgres_changes_options?.wait === true) throw refusal
		const onLeave = context.channelCount.open(connection.address)
		if (onLeave === undefined) throw tooManyChannels()
		channel = new Channel({
			connection,
			topic,
			joinRef,
			isPrivate: config.private,
			acknowledges: config.broadcast?.ack ?? false,
			hearsItself: config.broadcast?.self ?? false,
			presence: presenceOf(config, context.limits.presencePerHalfMinute),
			bindings,
			namesTable,
			caller,
			onLeave,
		})
		await admit(context, channel)
		// The client is sent a list of everyone who is present, and each entry counts as a delivery.
		if (
			channel.presence.isShown &&
			!context.deliveryAllowance.take(connection.address, context.presence.count(channel.key) + 1)
		)
			throw tooManyJoins()
		context.hub.join(channel)
		if (bindings.length > 0) channel.since = await context.feed.follow()
		if (channel.closedBecause !== undefined) throw channel.closedBecause
		channel.isJoined = true
		connection.reply(message, 'ok', {
			postgres_changes: namesTable ? [] : requested.map((one) => ({ ...one, id: bindingId(one) })),
		})
		if (channel.presence.isShown && channel.maySeePresence)
			channel.push('presence_state', context.presence.state(channel.key))
		if (refusal !== undefined) channel.pushSystem('postgres_changes', 'error', refusal.message)
		else if (bindings.length > 0) channel.pushSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
		return channel
	} catch (error) {
		if (channel !== undefined) leaveChannel(context, channel)
		const refusal = asChannelError(error)
		if (refusal.code === 'UnknownErrorOnChannel')
			context.log.error({ err: error }, 'a realtime channel could not be joined')
		connection.reply(message, 'error', { reason: refusal.reason })
		return undefined
	}
}

/**
 * Returns the subscription that version 1 of the official client names in its topic,
 * `realtime:<schema>[:<table>[:<column>=eq.<value>]]`, instead of in a configuration.
 */
function bindingOfTopic(topic: string): RequestedBinding {
	const [, schema, table, ...filter] = topic.split(':')
	return {
		...(schema === undefined ? {} : { schema }),
		...(table === undefined ? {} : { table }),
		...(filter.length === 0 ? {} : { filter: filter.join(':') }),
	}
}

/** Says whether a client may join a channel or send a new token now. */
export function mayJoin(
	{ joinAllowance }: Pick<RealtimeContext, 'joinAllowance'>,
	{ joins, address }: Connection,
): boolean {
	return joins.take() && joinAllowance.take(widestNetwork(address), 1)
}

/** Returns the token to check. If the client sent none, or a key instead, returns undefined: the socket's own key counts. */
export function tokenOf(token: string | null | undefined): string | undefined {
	return token == null || token.startsWith('sb_') ? undefined : token
}

/** Assigns the channel to the caller. Throws if the caller may not use the channel. */
export async function admit(context: RealtimeContext, channel: Channel): Promise<void> {
	const { hub, database, feed, limits } = context
	const { caller, isPrivate, name } = channel
	// The channel is assigned before the session is checked. The other way round, a session could end in between, and its end would
	// not find the channel.
	hub.assign(channel, userIdOf(caller))
	if (channel.userId !== undefined) {
		if (hub.socketsOfUser(channel.userId) > limits.socketsPerUser) throw tooManyUsers()
	}
	await feed.ready().catch(() => {
		// Visitors may join all the same: their broadcasts on this server need no database.
		if (channel.userId !== undefined) throw databaseAway()
	})
	if (!isPrivate) {
		if (caller.role === 'authenticated') await database.requireSession(caller)
		return
	}
	const readable = await readableExtensions(database, caller, name)
	channel.mayReceive = readable.has('broadcast')
	channel.maySeePresence = readable.has('presence')
	if (readable.size === 0) throw mayNotRead(name)
}

function userIdOf(caller: Caller): string | undefined {
	return caller.role === 'authenticated' ? caller.claims.sub : undefined
}

/** Turns any error into one that the client may read. */
export function asChannelError(thrown: unknown): ChannelError {
	if (thrown instanceof ChannelError) return thrown
	const error = asRefusal(thrown)
	if (error instanceof AppError) {
		if (error.code === 'session_not_found') return sessionEnded()
		if (error.code === 'insufficient_aal') return secondStepMissing()
		if (error.code === 'unavailable') return databaseAway()
	}
	if (error instanceof Error && error.message === 'PostgreSQL cannot be listened to') return databaseAway()
	return unknownChannelError()
}

function readBindings(
	requested: readonly RequestedBinding[],
	{ bindingsPerChannel: most, filterCharactersPerSocket }: RealtimeLimits,
	others: Iterable<Channel>,
): { bindings: Binding[]; refusal: ChannelError | undefined } {
	if (requested.length > most)
		throw invalidJoinPayload(`More than ${most} subscriptions to changes in one channel`)
	try {
		const bindings = requested.map(readBinding)
		let characters = 0
		for (const { filterCharacters } of [{ bindings }, ...others].flatMap((channel) => channel.bindings))
			characters += filterCharacters
		if (characters > filterCharactersPerSocket)
			throw subscriptionRefused(
				`The filters of one socket may have ${filterCharactersPerSocket} characters together`,
			)
		return { bindings, refusal: undefined }
	} catch (error) {
		if (!(error instanceof ChannelError)) throw error
		return { bindings: [], refusal: error }
	}
}

function presenceOf({ presence }: Config, perHalfMinute: number) {
	const key = presence?.key === undefined || presence.key === '' ? randomUUID() : presence.key
	return { key, isShown: presence?.enabled ?? false, window: createWindow(perHalfMinute, 30_000) }
}
