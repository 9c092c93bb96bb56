import { z } from 'zod'
import { emailAddress } from '#shared/email-address.ts'
import { area, setting } from './setting.ts'
import { list } from './setting-fields.ts'

/** A site that its owner tries out before it goes live. */
export interface RehearsalSettings {
	/** Visitors need it to see the site. */
	password: string
	/** The only addresses that are emailed, in lower case. */
	mailTo: readonly string[]
}

const addresses = list(',').pipe(z.array(emailAddress('must be email addresses, comma separated')))

export const rehearsalSettings = area('Rehearsal', {
	stage: setting('STAGE', z.literal('rehearsal', 'must be rehearsal, or left out'), {
		example: 'rehearsal',
		description:
			'`rehearsal` lets you try a public site before it goes live: no payment is real, visitors need a password, and most settings may still be missing. Default: the site is live.',
	}),
	password: setting('REHEARSAL_PASSWORD', z.string().min(10, 'must have at least 10 characters'), {
		secret: true,
		description: 'In a rehearsal, the password that visitors enter to see the site.',
	}),
	mailTo: setting('REHEARSAL_MAIL_TO', addresses, {
		example: 'ada@example.com,grace@example.com',
		description:
			'In a rehearsal, the addresses that are emailed, comma separated. Mail to `ada+anything@example.com` counts as mail to `ada@example.com`. Any other email is not sent.',
	}),
})

type Given = z.output<typeof rehearsalSettings>

/** Returns an error for each setting that a rehearsal needs and lacks, or must not have. */
export function findRehearsalErrors(given: Given, stripeKey: string | undefined): string[] {
	if (given.stage === undefined) return []
	const needed = { REHEARSAL_PASSWORD: given.password, REHEARSAL_MAIL_TO: given.mailTo }
	const errors = Object.entries(needed)
		.filter(([, value]) => value === undefined)
		.map(([name]) => `${name}: needed because STAGE is rehearsal`)
	if (stripeKey !== undefined && !/^(sk|rk)_test_/.test(stripeKey))
		errors.push('STRIPE_SECRET_KEY: a rehearsal needs a key of test mode (sk_test_… or rk_test_…), or none')
	return errors
}

/** Returns the settings of the rehearsal; undefined if the site is live. */
export function chooseRehearsal({ stage, password, mailTo }: Given): RehearsalSettings | undefined {
	return stage !== undefined && password !== undefined && mailTo !== undefined
		? { password, mailTo }
		: undefined
}
