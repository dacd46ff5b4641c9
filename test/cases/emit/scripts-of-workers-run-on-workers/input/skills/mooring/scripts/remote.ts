export { knots } from "https://example.com/knots.js";
