import { readFile, rm } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { editions } from './catalogue/editions.ts'
import { furtherFiles } from './catalogue/further-files.ts'
import { insides } from './catalogue/insides.ts'
import { shelfData } from './catalogue/shelf-data.ts'
import { brotliBeside, sonnerStylesAsFile } from './scripts/vite-plugins.ts'

const ours = /[\\/](src[\\/](web|shared)|catalogue)[\\/]/
const shelves =
	/[\\/]web[\\/]products[\\/](coming-soon-strip|guide-list|preview-button|product-card|product-dialog-button|resource-grid|shelf-links|tell-me-when)\./
/** What pages that list a few products share. */
const lists = /[\\/](web[\\/]products[\\/](shelf|feature-card|guide-links)|catalogue[\\/]insides)\./
/** What takes, buys and downloads a guide, also as part of a bundle; signing in needs none of it. */
const shop =
	/[\\/]web[\\/](shop[\\/](?!go-ahead|waiting-guide|waiting-page|buy-bundle|fetch-guide|start-checkout|file-link|open-pdf|read-|user-or-|watch-)|reviews[\\/]rating\.|site[\\/]server-markup\.)/
/** What is loaded once the visitor is known to be signed in. */
const purchases =
	/[\\/]web[\\/]shop[\\/](buy-bundle|fetch-guide|start-checkout|file-link|open-pdf|read-owned-ids|read-refusal|user-or-sign-in|waiting-page|watch-purchases)\./
/** What calls the APIs. Most visitors never do, so it is loaded with the client library. */
const session =
	/[\\/]web[\\/](session[\\/](call|call-function|end-of-session|failed-requests|read-session|sign-out|toasts)|offline[\\/]kept-guides)\./
/** What is loaded by those who go to Google or a university to sign in, and when they come back. */
const elsewhere = /[\\/]web[\\/]session[\\/]oauth\./
/** The steps of signing in, beside the guide that waits. */
const steps = /[\\/]web[\\/](session[\\/](step-page|step-aside)|shop[\\/]waiting-guide-panel)\./
/** What the forms for signing in and for the account share; the pages that sell need none of it. */
const forms =
	/[\\/]web[\\/](session[\\/](auth-messages|begin-oauth|captcha[\\/]captcha|email-step|fields|narrow-page|read-fields|request-email|resend-button)|ui[\\/](field|later-part|use-form))\./
/** What the forms for numbers and texted codes share, which are loaded on first use. */
const phone = /[\\/]web[\\/]session[\\/]phone[\\/]|[\\/]shared[\\/]phone-rules\./
/** The two pages that links in emails open to stop such emails. */
const stopEmails = /[\\/]web[\\/]session[\\/]stop-emails\./
const accountForms =
	/[\\/]web[\\/](session[\\/]set-password|pages[\\/]account[\\/](account-call|reauthentication))\./
/** What several dialogs share, which are loaded on first use. */
const dialogs = /[\\/]web[\\/]ui[\\/]dialog\./
const releaseNotices = /[\\/]web[\\/]products[\\/]tell-me-when-form\./
/** The success page, most of which is loaded while the session is being checked. */
const successPage = /[\\/]web[\\/]pages[\\/]payment-success[\\/]/
/** The guides and receipts of a user, which are loaded while the session is being checked. */
const ownGuides = /[\\/]web[\\/]pages[\\/]account-guides[\\/](?!page|use-guides|guides\.css)/
/** The index beside the account's two pages. */
const accountPages = /[\\/]src[\\/]web[\\/]account[\\/]/
const productPages =
	/[\\/]catalogue[\\/]product-page\.|[\\/]src[\\/]web[\\/](pages[\\/]product[\\/]|viewer[\\/]|reviews[\\/]reviews\.)/
/** The index beside the account's two pages and the contents of a guide to read know what is on the screen. */
const sections = /[\\/]web[\\/]ui[\\/]use-current-section\./
/** How a chapter looks, on a product's page and in a guide to read. */
const chapterText = /[\\/]web[\\/]styles[\\/]chapter-text\.css/
/** What pages share that have parts in common, such as those for reading. Others need none of it. */
const pages = /[\\/]src[\\/]web[\\/]pages[\\/]/
const legalPages = /[\\/]src[\\/]web[\\/]legal[\\/]/
/** The complete data of each product, which only its own page loads, or the success page once it knows the product. */
const details =
	/[\\/]catalogue[\\/](index|product-page|products|[^\\/]+[\\/](product|built|page|gallery|video|chapter))\.ts$/
/** The addresses of its pictures, except those that cards and the home page show. */
const detailPictures =
	/[\\/]catalogue[\\/][^\\/]+[\\/](gallery|video)[\\/](?!(01-cover|03-after|04-budget)-(320|640))/

/**
 * A few larger files compress better than two dozen small ones, but no page should load much of another's code. Code imported on
 * first use is separate anyway. `e2e/page-weight.spec.ts` limits what each page loads.
 */
const chunkGroups = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
	{
		name: 'shared',
		test: (id: string) =>
			ours.test(id) &&
			![
				shop,
				purchases,
				steps,
				shelves,
				lists,
				session,
				elsewhere,
				forms,
				phone,
				accountForms,
				stopEmails,
				dialogs,
				releaseNotices,
				ownGuides,
				successPage,
				accountPages,
				productPages,
				sections,
				chapterText,
				pages,
				legalPages,
				details,
				detailPictures,
			].some((apart) => apart.test(id)),
		minShareCount: 2,
	},
	{ name: 'shop', test: shop, minShareCount: 2 },
	{ name: 'session', test: session },
	{ name: 'purchases', test: purchases },
	{ name: 'steps', test: steps, minShareCount: 2 },
	{ name: 'shelves', test: shelves, minShareCount: 2 },
	{ name: 'lists', test: lists, minShareCount: 2 },
	{ name: 'forms', test: forms, minShareCount: 2 },
	{ name: 'phone', test: phone, minShareCount: 2 },
	{ name: 'account-forms', test: accountForms, minShareCount: 2 },
	{ name: 'stop-emails', test: stopEmails },
	{ name: 'dialogs', test: dialogs, minShareCount: 2 },
	{ name: 'release-notices', test: releaseNotices, minShareCount: 2 },
	{ name: 'own-guides', test: ownGuides },
	{ name: 'account', test: accountPages, minShareCount: 2 },
	{ name: 'product-page', test: productPages, minShareCount: 2 },
	{ name: 'sections', test: sections, minShareCount: 2 },
	{ name: 'chapter-text', test: chapterText, minShareCount: 2 },
	{ name: 'legal', test: legalPages, minShareCount: 2 },
]

export default defineConfig({
	plugins: [
		tailwindcss(),
		reactRouter(),
		shelfAsData(),
		textsInPagesOnly(),
		smallInlineScripts(),
		sonnerStylesAsFile(),
		brotliBeside(),
		emptyOwnFolders(),
		rendererWithoutPackages(),
	],
	// The plugin below must transform it during development too.
	optimizeDeps: { exclude: ['sonner'] },
	build: {
		// Never inlined: the content security policy allows fonts from this site only, not from `data:` URLs.
		assetsInlineLimit: 0,
		// React Router would remove the whole folder, in which the admin is built at the same time.
		emptyOutDir: false,
		cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
	},
	environments: {
		client: {
			build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
		},
	},
})

/** Removes what an earlier build of these pages has left. */
function emptyOwnFolders(): Plugin {
	return {
		name: 'empty-own-folders',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		async buildStart() {
			for (const folder of ['build/client', 'build/server'])
				await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Puts the packages into the renderer, with which a running shop renders its pages again: it has none of those that pages are made of. */
function rendererWithoutPackages(): Plugin {
	return {
		name: 'renderer-without-packages',
		apply: 'build',
		config: () => ({ ssr: { noExternal: true } }),
	}
}

/** Replaces these modules by their values: their code would bring the whole catalogue into the pages. */
function shelfAsData(): Plugin {
	return {
		name: 'shelf-as-data',
		enforce: 'pre',
		load: {
			filter: { id: /[\\/]catalogue[\\/](shelf-data|insides|editions|further-files)\.ts$/ },
			handler(id) {
				const exported = Object.entries({
					'shelf-data': { shelfData },
					insides: { insides },
					editions: { editions },
					'further-files': { furtherFiles },
				}).find(([file]) => id.endsWith(`${file}.ts`))?.[1]
				return Object.entries(exported ?? {})
					.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
					.join('\n')
			},
		},
	}
}

/** The fields of a product with a page of its own that only its prerendered page shows (`Prerendered` in `src/web/site/server-markup.tsx`). */
const prerendered = ['questions', 'beforeAfter', 'whatYouGet', 'features', 'contents']

/**
 * Leaves these fields out of the browser's copy of a product: they are a third of it. Stops the build if one of them is no longer a list
 * that is written out in the product's own files.
 */
function textsInPagesOnly(): Plugin {
	return {
		name: 'texts-in-pages-only',
		enforce: 'pre',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		transform: {
			filter: { id: /[\\/]catalogue[\\/][^\\/]+[\\/](page|product|built)\.ts$/ },
			handler(code, id) {
				const hasPage = shelfData.some(
					({ slug, comingSoon }) => !comingSoon && id.includes(`/catalogue/${slug}/`),
				)
				if (!hasPage) return
				let left = code
				for (const field of prerendered) {
					const list = new RegExp(`^(\\t+)${field}: \\[\\n[^]*?^\\1\\],\\n`, 'm')
					const start = new RegExp(`^\\t+${field}: \\[`, 'm')
					const shorter = left.replace(list, (_, tabs: string) => `${tabs}${field}: [],\n`)
					if (shorter === left && start.test(left))
						this.error(`${id}: ${field} is not a list over several lines`)
					left = shorter
				}
				return { code: left, map: null }
			},
		},
	}
}

/** Minifies the scripts that every page has in its HTML, which are read as text. */
function smallInlineScripts(): Plugin {
	return {
		name: 'small-inline-scripts',
		enforce: 'pre',
		apply: 'build',
		load: {
			filter: { id: /[\\/]head[\\/](first-paint|start-scripts)\.js\?raw$/ },
			async handler(id) {
				const path = id.replace('?raw', '')
				const { code, errors } = minifySync(path, await readFile(path, 'utf8'), { module: false })
				if (errors.length > 0) this.error(`${path} could not be minified: ${errors[0]?.message}`)
				return `export default ${JSON.stringify(code)}`
			},
		},
	}
}
