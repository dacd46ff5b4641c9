#!/usr/bin/env node
/**
 * Installs the bundlers of `pins.mjs` into `.engines/bundlers`.
 *
 * Usage: node test/plugins/install.mjs [name…]
 */
import { installPackages } from "../support/install-packages.mjs";
import { bundlers } from "./pins.mjs";

installPackages("bundlers", bundlers, process.argv.slice(2));
