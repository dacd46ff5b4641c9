#!/usr/bin/env node
/**
 * Installs the agent frameworks of `pins.mjs` into `.engines/frameworks`; without a name, all but those that are tested by
 * hand.
 *
 * Usage: node test/frameworks/install.mjs [name…]
 */
import { installPackages } from "../support/install-packages.mjs";
import { frameworks } from "./pins.mjs";

const names = process.argv.slice(2);
const usual = frameworks.filter(({ byHand }) => !byHand);
installPackages("frameworks", names.length === 0 ? usual : frameworks, names);
