/**
 * The report: one HTML page about the skills of a project.
 *
 * Takes: the facts of a build, and the script of the page. Gives: the text of a page that loads nothing. Never: reads
 * or writes a file, asks for the time, or lets a string of a skill become markup.
 */
export { REPORT_HEAD, renderReport } from "./html/page.ts";
