import secret from "../../../package.json";
import sneaky from "knots/../../package.json";
import own from "../assets/rope.png";

export default () => [secret, sneaky, own];
