/* Which functions kernels executed that only a pointer leads to.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EVIDENCE_TAKEN_H
#define XL_HARNESS_EVIDENCE_TAKEN_H

#include "evidence/reach.h"

/* Functions that were executed, each once. */
struct xl_executed {
    bool *has; /* for each function of the listing */
    size_t *list;
    size_t count;
};

/* What is known while a row's log is read. Kernels are called one after another, and one may call
 * what is another's code: what was executed is held until it is known whose it is. Functions are
 * numbers of the listing's, one up; 0: none. */
struct xl_taken {
    const struct xl_image *image;
    const struct xl_listing *listing;
    const struct xl_reach *reach;
    size_t *order;    /* of the function that a kernel begins with: when it is called, from 1 on */
    size_t *variants; /* the first variant that begins with a function, one up; 0: none does */
    size_t *like;     /* the next variant that begins where this one does, likewise */
    bool *has;        /* for each variant of the image, for each function of the listing */
    size_t kernel;    /* which is being called, by its function */
    size_t next;      /* another that began since; it may be called by the first */
    struct xl_executed since_kernel, since_next; /* since they began last */
};

/* Returns 0, or -1: out of memory. xl_taken_free undoes both. */
int xl_taken_begin(struct xl_taken *taken, const struct xl_image *image,
                   const struct xl_listing *listing, const struct xl_reach *reach);

/* Says that the row calls this variant's kernel, after all that it was told of before. */
void xl_taken_order(struct xl_taken *taken, size_t variant, size_t nth);

/* A function of the listing was entered: called, or returned to. */
void xl_taken_enter(struct xl_taken *taken, size_t function, bool is_at_start);

/* There is no more of the log. */
void xl_taken_end(struct xl_taken *taken);

void xl_taken_free(struct xl_taken *taken);

#endif
