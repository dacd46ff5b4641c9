#!/usr/bin/env node
/**
 * Installs the agent frameworks of `pins.mjs` into `.engines/frameworks`.
 *
 * Usage: node test/frameworks/install.mjs [name…]
 */
import { installPackages } from "../support/install-packages.mjs";
import { frameworks } from "./pins.mjs";

installPackages("frameworks", frameworks, process.argv.slice(2));
