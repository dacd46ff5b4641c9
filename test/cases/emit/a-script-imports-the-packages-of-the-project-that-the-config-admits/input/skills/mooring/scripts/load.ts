export { tide } from "app/.env.json";
