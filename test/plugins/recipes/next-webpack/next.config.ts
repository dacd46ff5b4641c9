import type { NextConfig } from "next";
import skillc from "skillc/webpack";

// One plugin for all compilers of Next.js: they share the skills.
const skills = skillc();

export default {
  webpack(config) {
    config.plugins.push(skills);
    return config;
  },
} satisfies NextConfig;
