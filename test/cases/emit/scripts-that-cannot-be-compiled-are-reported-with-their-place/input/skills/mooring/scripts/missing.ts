import { tie } from "knots";
import { splice } from "./splice.ts";

export default () => tie(splice);
