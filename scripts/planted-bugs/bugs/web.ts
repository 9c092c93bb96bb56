import type { PlantedBug } from '../planted-bug.ts'

export const webBugs: readonly PlantedBug[] = [
	{
		name: 'web/refused-refresh-taken-for-a-wrong-password',
		file: 'src/web/session/refusals.ts',
		find: `	if (pathname === '/auth/v1/token' && refreshEndings.has(code)) return 'refresh-refused'
	if (withoutSession.test(pathname)) return null`,
		replace: `	if (withoutSession.test(pathname)) return null
	if (pathname === '/auth/v1/token' && refreshEndings.has(code)) return 'refresh-refused'`,
		why: 'A visitor whose session ended elsewhere is signed out without a word.',
		noticedBy: ['src/web/session/refusals.test.ts'],
	},
	{
		name: 'web/banned-user-not-told',
		file: 'src/web/session/refusals.ts',
		find: "new Set(['session_not_found', 'user_not_found', 'user_banned'])",
		replace: "new Set(['session_not_found', 'user_not_found'])",
		why: 'Somebody who is banned stays signed in on screen, and every click fails.',
		noticedBy: ['src/web/session/refusals.test.ts'],
	},
	{
		name: 'web/unreadable-token-passes-the-second-step',
		file: 'src/web/session/second-step.ts',
		find: "isOn === true && levelOf(access_token) !== 'aal2'",
		replace: "isOn === true && levelOf(access_token) === 'aal1'",
		why: 'The site shows somebody as signed in whom every API refuses.',
		noticedBy: ['src/web/session/second-step.test.ts'],
	},
	{
		name: 'web/asks-once-more-after-leaving',
		file: 'src/web/pages/payment-success/confirm-payment.ts',
		find: `		await sleep(pause, signal)
		if (signal.aborted) return confirmation
`,
		replace: '		await sleep(pause, signal)\n',
		why: 'A page that was left goes on to confirm the payment and to start its download.',
		noticedBy: ['src/web/pages/payment-success/confirm-payment.test.ts'],
	},
	{
		name: 'web/any-other-edition-is-new',
		file: 'src/web/pages/account-guides/read-guides.ts',
		find: 'edition > lastFetched.edition',
		replace: 'edition !== lastFetched.edition',
		why: 'After an edition was taken back, buyers are told to fetch an older one as new.',
		noticedBy: ['src/web/pages/account-guides/read-guides.test.ts'],
	},
	{
		name: 'web/receipt-silent-about-a-dispute',
		file: 'src/web/pages/account-guides/read-receipts.ts',
		find: "since: status === 'refunded' || status === 'disputed' ? status : null",
		replace: "since: status === 'refunded' ? status : null",
		why: 'A receipt looks like one for a purchase that still stands.',
		noticedBy: ['src/web/pages/account-guides/read-receipts.test.ts'],
	},
	{
		name: 'web/code-believed-beside-an-error',
		file: 'src/web/session/outside-answer.ts',
		find: "answer: errorCode === null ? { code: code ?? '' } : { errorCode }",
		replace: "answer: code === null ? { errorCode: errorCode ?? '' } : { code }",
		why: 'A failed visit to Google is tried again with a code, and fails with other words.',
		noticedBy: ['src/web/session/outside-answer.test.ts'],
	},
	{
		name: 'web/reference-of-another-request',
		file: 'src/web/session/failures.ts',
		find: 'if ((pathname + search).startsWith(watch.pathPrefix)) watch.failure = failure',
		replace: "if (pathname.startsWith(watch.pathPrefix.split('?')[0])) watch.failure = failure",
		why: 'A visitor quotes the reference of a background refresh, and the log shows nothing of their problem.',
		noticedBy: ['src/web/session/failures.test.ts'],
	},
	{
		name: 'web/owned-guide-still-for-sale',
		file: 'src/web/shop/buy-guide.ts',
		find: '		markOwned(user.id, product.id)\n',
		replace: '',
		why: 'The page says that the guide is owned, and goes on offering to sell it.',
		noticedBy: ['e2e/paid-guide.spec.ts'],
	},
	{
		name: 'web/free-guide-of-another-tab-not-owned',
		file: 'src/web/shop/take-free-guide.ts',
		find: '(answer.error === null || answer.status === 409)',
		replace: 'answer.error === null',
		why: 'A guide that was taken in another tab is offered again, and each click logs a warning.',
		noticedBy: ['e2e/free-guide.spec.ts'],
	},
	{
		name: 'web/withdrawn-guide-not-marked',
		file: 'src/web/pages/account-guides/read-guides.ts',
		find: "field(product, 'withdrawn') === true || offered === undefined",
		replace: "field(product, 'withdrawn') === true && offered === undefined",
		why: 'A guide the shop has withdrawn is shown as if it were still for sale.',
		noticedBy: ['src/web/pages/account-guides/read-guides.test.ts'],
	},
]
