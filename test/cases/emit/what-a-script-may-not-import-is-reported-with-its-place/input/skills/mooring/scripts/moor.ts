import own from "harbour/tides.json";
import member from "app/tides.json";
import cached from ".cache/tides/high.json";
import linked from "knots/out/depths.json";
import { tie } from "knots" with { type: "text" };
import { inline } from "data:text/javascript,export const inline = 1";
export default [own, member, cached, linked, tie, inline];
