import "./broken.ts";
