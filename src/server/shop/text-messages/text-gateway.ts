export const textChannels = ['sms', 'whatsapp'] as const
export type TextChannel = (typeof textChannels)[number]

/** A message for a phone, ready to send. */
export interface TextMessage {
	/** In E.164, without the plus sign. */
	to: string
	channel: TextChannel
	/** The whole text. */
	text: string
	/** The code in it, for gateways that word the message themselves; empty in a security notice. */
	code: string
}

/** Sends codes and security notices to phones. */
export interface TextGateway {
	channels: ReadonlySet<TextChannel>
	/** Set if the gateway words the message itself, around the code. Then it cannot send other texts. */
	wordsItself?: boolean
	/** Resolves once the gateway has accepted the message. Throws `TextRefused` if a retry is unlikely to help. */
	send(message: TextMessage): Promise<void>
	/** Set if the gateway makes the codes itself: reports whether this is the code that it sent last. */
	checkCode?: (to: string, code: string) => Promise<boolean>
}

/** The gateway will not accept this message, now or later, for example because the number does not exist. */
export class TextRefused extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'TextRefused'
	}
}
