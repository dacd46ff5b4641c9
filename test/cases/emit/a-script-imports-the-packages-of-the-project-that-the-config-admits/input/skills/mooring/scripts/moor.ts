import { high } from "app/index.js";
import tides from "app/tides.json";
export default [high, tides];
