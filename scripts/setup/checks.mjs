import { join } from 'node:path'
import { reactRouterProgram } from './build.mjs'
import { rootDir } from './run.mjs'

const packages = join(rootDir, 'node_modules')
const compiler = join(packages, 'typescript/bin/tsc')

/** The test runners, for Node. */
export const vitest = join(packages, 'vitest/vitest.mjs')
export const playwright = join(packages, '@playwright/test/cli.js')

/** The checks that run no tests: the commands of each for Node, each of which needs the one before. @satisfies {Record<string, string[][]>} */
export const checks = {
	lint: [[join(packages, '@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
	importRules: [
		[
			join(packages, 'dependency-cruiser/bin/dependency-cruiser.mjs'),
			...['--config', '.dependency-cruiser.mjs', 'src', 'catalogue'],
		],
	],
	types: [
		[reactRouterProgram, 'typegen'],
		// Several threads would check some files twice.
		[compiler, '--noEmit', '--singleThreaded'],
	],
	/** Takes seconds once it has run, because it remembers what it has checked. */
	typesAgain: [
		[reactRouterProgram, 'typegen'],
		[
			compiler,
			...['--noEmit', '--incremental', '--tsBuildInfoFile', join(packages, '.cache/check.tsbuildinfo')],
		],
	],
	typesOfWorkshop: [[compiler, '--noEmit', '--project', 'workshop']],
}
