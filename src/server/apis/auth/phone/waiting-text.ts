import type { Logger } from 'pino'
import type { TextRules } from '#server/apis/auth/phone/text-rules.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { TextChannel, TextGateway, TextMessage } from '#server/shop/text-messages/text-gateway.ts'
import type { Clock } from '#shared/clock.ts'

/** What sending a message requires. */
export interface SendTextOptions {
	database: Database
	clock: Clock
	siteUrl: string
	rules: TextRules
	gateway: TextGateway
	log: Logger
}

/** A message to send. */
export interface Waiting {
	phone: string
	channel: TextChannel
	isLate: boolean
	/** Makes the message, and stores its code if it has one. */
	prepare: () => Promise<Pick<TextMessage, 'text' | 'code'>>
}
