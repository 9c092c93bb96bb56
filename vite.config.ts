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
/** The modules that pages share if they list only a few products. */
const lists = /[\\/](web[\\/]products[\\/](shelf|feature-card|guide-links)|catalogue[\\/]insides)\./
/** The modules that take, buy and download a guide or a bundle, or know what the visitor owns. Signing in needs none of them. */
const shop =
	/[\\/]web[\\/](shop[\\/](?!cancelled-return|go-ahead|waiting-guide|offered-bundles|waiting-page|buy-bundle|fetch-guide|start-checkout|file-link|open-pdf|read-|user-or-|watch-)|products[\\/]guide-link\.|reviews[\\/]rating\.|site[\\/]server-markup\.)/
/** Loaded on pages with offers of bundles, and by visitors who sign in to buy one. */
const bundles = /[\\/]web[\\/]shop[\\/]offered-bundles\./
/** Loaded once the visitor is known to be signed in. */
const purchases =
	/[\\/]web[\\/]shop[\\/](buy-bundle|fetch-guide|start-checkout|file-link|open-pdf|read-owned-ids|read-refusal|user-or-sign-in|waiting-page|watch-purchases)\./
/** The modules that call the APIs. Most visitors need none, so these are loaded with the client library. */
const session =
	/[\\/]web[\\/](session[\\/](call|call-function|end-of-session|failed-requests|read-session|replace-session|sign-out|toasts)|offline[\\/]kept-guides)\./
/** Loaded when a visitor goes to Google or a university to sign in, and on return. */
const elsewhere = /[\\/]web[\\/]session[\\/]oauth\./
/** The steps of signing in, and the panel with the waiting guide. */
const steps = /[\\/]web[\\/](session[\\/](step-page|step-aside)|shop[\\/]waiting-guide(-panel)?)\./
/** The modules that the forms for signing in and for the account share. The pages that sell need none of them. */
const forms =
	/[\\/]shared[\\/](email-pattern|typed-code)\.|[\\/]web[\\/](session[\\/](auth-messages|begin-oauth|captcha[\\/]captcha|email-step|fields|key-messages|narrow-page|read-fields|request-email|resend-button|second-step-messages|sign-in-by-code)|ui[\\/](field|later-part|use-form))\./
/** The modules that the forms for phone numbers and texted codes share. The forms are loaded on first use. */
const phone = /[\\/]web[\\/]session[\\/]phone[\\/]/
/** The modules that the pages for stopping emails share. Links in those emails open these pages. */
const stopEmails = /[\\/]web[\\/]session[\\/]stop-emails\./
const accountForms =
	/[\\/]web[\\/](session[\\/]set-password|pages[\\/]account[\\/](account-call|reauthentication))\./
/** The modules that several dialogs share. The dialogs are loaded on first use. */
const dialogs = /[\\/]web[\\/]ui[\\/](dialog|closing-by-back)\./
const releaseNotices = /[\\/]web[\\/]products[\\/]tell-me-when-form\./
/** The success page, most of which is loaded while the session is being checked. */
const successPage = /[\\/]web[\\/]pages[\\/]payment-success[\\/]/
/** The guides and receipts of a user, which are loaded while the session is being checked. */
const ownGuides = /[\\/]web[\\/]pages[\\/]account-guides[\\/](?!page|use-guides|guides\.css)/
/** The modules that the two pages of the account share. */
const accountPages = /[\\/]src[\\/]web[\\/]account[\\/]/
const productPages =
	/[\\/]shared[\\/]content[\\/]|[\\/]catalogue[\\/]product-page\.|[\\/]src[\\/]web[\\/](pages[\\/]product[\\/]|viewer[\\/]|reviews[\\/]reviews\.)/
/** Finds the section on the screen, for the index of the account and for the contents of a guide that is read online. */
const sections = /[\\/]web[\\/]ui[\\/]use-current-section\./
/** The styles of a chapter, both on a product's page and in a guide that is read online. */
const chapterText = /[\\/]web[\\/]styles[\\/]chapter-text\.css/
/** The code of single pages. Some pages share parts, such as those for reading, but other pages need none of it. */
const pages = /[\\/]src[\\/]web[\\/]pages[\\/]/
/** Loads the content of a guide's own page, for the success page and for a guide that is read online. */
const guideContent = /[\\/]web[\\/]products[\\/]guide-content\./
const legalPages = /[\\/]src[\\/]web[\\/]legal[\\/]/
/** The complete data of each product, which only its own page loads, or the success page once it knows the product. */
const details =
	/[\\/]catalogue[\\/](index|product-page|products|[^\\/]+[\\/](product|built|page|route|gallery|video|chapter))\.ts$/
/** The addresses of the products’ pictures, except those that cards and the home page show. */
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
				bundles,
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
				guideContent,
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
	// The plugin for Sonner's styles must transform Sonner during development too.
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

/**
 * Bundles packages into the renderer. A running shop uses it to render pages again, and does not have the packages of the pages
 * installed.
 */
function rendererWithoutPackages(): Plugin {
	return {
		name: 'renderer-without-packages',
		apply: 'build',
		config: () => ({ ssr: { noExternal: true } }),
	}
}

/** Replaces some modules of the catalogue with their values, because their code would bring the whole catalogue into the pages. */
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

/** The fields of a product that only its prerendered page shows (`Prerendered` in `src/web/site/server-markup.tsx`). */
const prerendered = [
	'questions',
	'beforeAfter',
	'whatYouGet',
	'features',
	'contents',
	'files',
	'furtherFiles',
	'earlierEditions',
]

/**
 * Leaves the `prerendered` fields out of the browser's copy of a product, of which they are a third. Stops the build if one of them
 * is no longer a list that is written out in the product's own files.
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
					const list = new RegExp(`^(\\t+)${field}: \\[(?:\\n[^]*?^\\1|.*)\\],\\n`, 'm')
					const start = new RegExp(`^\\t+${field}: \\[`, 'm')
					const shorter = left.replace(list, (_, tabs: string) => `${tabs}${field}: [],\n`)
					if (shorter === left && start.test(left))
						this.error(`${id}: ${field} is not a list on lines of its own`)
					left = shorter
				}
				return { code: left, map: null }
			},
		},
	}
}

/** Minifies the inline scripts of every page. They are imported as text, so Vite would not. */
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
