/* Of an ISA that no kernel is for: an agent is linked from something. SPDX-License-Identifier: MIT */
typedef int xl_none;
