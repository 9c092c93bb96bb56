export const textChannels = ['sms', 'whatsapp'] as const
export type TextChannel = (typeof textChannels)[number]

/** A message for a phone, ready to send. */
export interface TextMessage {
	/** In E.164, without the plus sign. */
	to: string
	channel: TextChannel
	/** The whole text. */
	text: string
	/** The code in the message, for gateways that word the message themselves; empty in a security notice. */
	code: string
}

/** Sends codes and security notices to phones. */
export interface TextGateway {
	channels: ReadonlySet<TextChannel>
	/** Set if the gateway writes the message around the code itself. Such a gateway can send no other texts. */
	wordsItself?: boolean
	/** Resolves once the gateway has accepted the message. Throws `TextRefused` if a retry is unlikely to help. */
	send(message: TextMessage): Promise<void>
	/** Reports whether this is the code that the gateway sent last. Set if the gateway makes the codes itself. */
	checkCode?: (to: string, code: string) => Promise<boolean>
}

/** The gateway will not accept this message, now or later, for example because the number does not exist. */
export class TextRefused extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'TextRefused'
	}
}
