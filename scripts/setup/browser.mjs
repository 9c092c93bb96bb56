// The browser for the journeys comes as an npm package. It has the same version everywhere, and machines need no browser of their
// own. It opens no windows. In a desktop browser, opening the window takes two thirds of the time for a new page. On platforms
// that the package does not support, the system's Chromium is used.
import { execFile } from 'node:child_process'
import { accessSync, constants, createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { rootDir } from './run.mjs'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const packageDir = join(rootDir, 'node_modules/@sparticuz/chromium')

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

/**
 * Finds the browser to test with, and the environment and arguments it needs.
 *
 * @returns {Promise<{ executablePath: string, env: Record<string, string>, args: string[] }>}
 */
export async function findBrowser() {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		const executablePath = systemBrowser()
		if (executablePath) return { executablePath, env: {}, args }
		throw new Error('No Chromium found. Please install Chromium or Google Chrome, then try again.')
	}
	const dir = await unpackedBrowser()
	return {
		executablePath: join(dir, 'chromium'),
		env: { LD_LIBRARY_PATH: withFallback(join(dir, 'lib')), FONTCONFIG_FILE: join(dir, 'fonts.conf') },
		args: [...args, '--in-process-gpu', '--num-raster-threads=1'],
	}
}

function systemBrowser() {
	const folders = (process.env.PATH ?? '').split(delimiter)
	const candidates = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)))
	if (process.platform === 'darwin') {
		candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
		candidates.push('/Applications/Chromium.app/Contents/MacOS/Chromium')
	}
	return candidates.find(isExecutable)
}

/** @param {string} file */
function isExecutable(file) {
	try {
		accessSync(file, constants.X_OK)
		return true
	} catch {
		return false
	}
}

// Unpacks to a temporary folder and renames it, so that an interrupted run does not leave an incomplete browser.
async function unpackedBrowser() {
	const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
	const cache = join(rootDir, 'node_modules/.cache')
	const dir = join(cache, `chromium-${version}`)
	if (existsSync(dir)) return dir
	await mkdir(cache, { recursive: true })
	const temporary = await mkdtemp(`${dir}-`)
	try {
		await Promise.all([
			inflate(join(packageDir, 'bin/chromium.br'), join(temporary, 'chromium'), 0o755),
			inflateFolder(join(packageDir, 'bin/al2023.tar.br'), temporary),
			inflateFolder(join(packageDir, 'bin/fonts.tar.br'), temporary),
			inflateFolder(join(packageDir, 'bin/swiftshader.tar.br'), temporary),
		])
		await writeFile(join(temporary, 'fonts.conf'), fontsConfig(dir))
		await chmod(temporary, 0o755)
		await rename(temporary, dir).catch((error) => {
			if (!existsSync(dir)) throw error
		})
	} finally {
		await rm(temporary, { recursive: true, force: true })
	}
	return dir
}

/** @param {string} from @param {string} to @param {number} [mode] */
async function inflate(from, to, mode) {
	await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))
}

/** @param {string} from @param {string} to */
async function inflateFolder(from, to) {
	const archive = join(to, basename(from, '.br'))
	await inflate(from, archive)
	await promisify(execFile)('tar', ['-x', '-f', archive, '--no-same-owner', '-C', to])
	await rm(archive)
}

// The package's own fonts.conf names folders of the cloud service that the package was made for. This one names the package's fonts
// as well as the system's, because a minimal machine has no fonts.
/** @param {string} dir */
function fontsConfig(dir) {
	return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(dir, 'fonts'))}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapeXml(join(dir, 'fonts-cache'))}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`
}

/** @param {string} text */
function escapeXml(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @param {string} dir */
function withFallback(dir) {
	const given = process.env.LD_LIBRARY_PATH
	return given ? `${dir}${delimiter}${given}` : dir
}
