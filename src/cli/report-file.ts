export const REPORT_FILE = "skillc-report.html";
