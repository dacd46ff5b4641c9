const station = undefined;
export default { sources: [station.dir] };
