/* The last to be read: all explorers are known now. */
import { start } from "./explorer.js";

start();
