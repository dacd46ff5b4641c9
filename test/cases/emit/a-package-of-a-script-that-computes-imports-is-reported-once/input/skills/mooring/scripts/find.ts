export { find } from "knots";
