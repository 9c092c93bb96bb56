import type { Logger } from 'pino'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { PhoneParts } from '#server/apis/auth/phone/create-phone-sign-in.ts'
import { sendText } from '#server/apis/auth/phone/send-text.ts'
import { queueTextNotice, type TextNotice } from '#server/apis/auth/phone/text-notice.ts'
import { answerTextRequest } from '#server/apis/auth/phone/text-requests.ts'
import { textRules } from '#server/apis/auth/phone/text-rules.ts'
import type { TextRequest, WantedText } from '#server/features/accounts/jobs.ts'

export interface TextJobs {
	answerRequest(request: TextRequest): Promise<void>
	/** Sends a code or a notice. */
	sendText(wanted: WantedText): Promise<void>
	/** Texts a security notice to a user who has only a number. */
	textNotice(notice: TextNotice): Promise<void>
}

type Parts = Pick<AuthDependencies, 'database' | 'rateLimits' | 'clock' | 'settings' | 'siteUrl'> & {
	log: Logger
}

/** Returns the handlers of the jobs that text codes. */
export function createTextJobs(parts: Parts, { settings, gateway }: PhoneParts): TextJobs {
	const options = { ...parts, rules: textRules(parts, settings, gateway), gateway }
	return {
		answerRequest: (request) => answerTextRequest(options, request),
		sendText: (wanted) => sendText(options, wanted),
		textNotice: (notice) => queueTextNotice(options, notice),
	}
}
