export default (berth: number) => berth;
