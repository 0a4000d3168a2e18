/* Notes in the shared memory where a fault was, before the agent dies of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_FAULT_HANDLER_H
#define XL_HARNESS_AGENT_FAULT_HANDLER_H

#include <setjmp.h>

/* For the rest of the process. The signal that ends it stays what it was. */
void xl_fault_install(void);

/* Likewise: SIGQUIT, by which the host asks where a call is that does not return. */
void xl_where_install(void);

/* Around each call, in its thread. */
void xl_where_begin(void);
void xl_where_end(void);

/* A call of the main thread, if it is one that may meet a signal and the agent lives: `back` is
 * where it ends then; NULL: no more. */
void xl_trap_set(sigjmp_buf *back);

#endif
