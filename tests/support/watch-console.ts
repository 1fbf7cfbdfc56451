import { watchConsole } from './console.ts'

/* Loaded before every test file. It is loaded anew for each, and console.ts once for all. */
watchConsole()
