export { load, tie } from "knots";
export { all } from "@acme/rope";
