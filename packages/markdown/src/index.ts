export { convertPage } from './convert.ts'
