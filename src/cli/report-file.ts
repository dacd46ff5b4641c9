/** The file that `skillc report` writes if it is not named another. */
export const REPORT_FILE = "skillc-report.html";
