/* The builds of a run: made beside the rows that wait for them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_BUILDS_H
#define XL_HARNESS_RUN_BUILDS_H

#include <pthread.h>
#include <stdatomic.h>

#include "binary/code.h"
#include "build/build.h"
#include "oracle/module.h"
#include "protocol.h"
#include "run/cache.h"
#include "run/select.h"

/* Two at once, so that what one does alone, such as configuring, leaves no core idle: the first
 * takes those that last longest, the second those that are done soonest, whose rows can begin. */
enum { XL_BUILD_MAKERS = 2 };

/* The agents of one folder are made together. */
struct xl_build_group {
    size_t first, count;                    /* of the builds */
    const struct xl_build_kernels *kernels; /* what they are of */
    double seconds;                         /* about what making it takes */
    bool is_up_to_date;                     /* nothing is to be made */
    bool is_mixed;                          /* of the kernels alone whose results are not kept */
    struct xl_build_kernels lacking;        /* those */
    char only[XL_FEW_KERNELS * XL_NAME_MAX];
    atomic_bool is_made; /* or failed */
};

/* Called from another thread. */
struct xl_builds_callbacks {
    void (*made)(void *data); /* after each group */
    /* As xl_partial_build has it. */
    bool (*lacks)(void *data, const struct xl_build *agent, const struct xl_cache_build *whole,
                  bool *lacking);
    void *data;
};

struct xl_builds {
    const struct xl_run_options *options;
    const struct xl_selection *chosen;
    struct xl_build_kernels all, few;              /* few.only "": not of few */
    char *dir, only[XL_FEW_KERNELS * XL_NAME_MAX]; /* of these */
    struct xl_build *builds;                       /* those of one folder side by side */
    size_t count;
    struct xl_agent_code *codes;    /* one for each of builds; NULL without evidence */
    struct xl_cache_build *made_of; /* one for each of builds */
    struct xl_cache_build *whole;   /* likewise, of a mixed group: the build of all kernels */
    struct xl_build_group *groups;
    size_t group_count;
    bool is_up_to_date; /* all of them */
    bool lacks;         /* the environment lacks something */
    struct xl_builds_callbacks watcher;
    const struct xl_kernels *kernels;
    /* Of the threads that make them. */
    pthread_mutex_t lock; /* of what follows, and of lacks */
    size_t from_front, from_back;
    pthread_t makers[XL_BUILD_MAKERS];
    unsigned maker_count;
};

/* Names the builds of the chosen rows. Where a few kernels are chosen, and those of all are not up
 * to date, they are of the few alone; so are, once they are made, those of which all but a few have
 * results that are kept. */
void xl_builds_name(struct xl_builds *b, const struct xl_run_options *options,
                    const struct xl_kernels *kernels, const struct xl_selection *chosen);

/* Makes trees, and begins to make builds. A build that fails fails its rows, and no other. */
void xl_builds_begin(struct xl_builds *b, const struct xl_builds_callbacks *watcher);

/* Waits until all are made. */
void xl_builds_end(struct xl_builds *b);

/* The row's; NULL if it has none. */
struct xl_build *xl_builds_of(const struct xl_builds *b, const struct xl_row *row);

/* What is known of the build of all kernels, where the row's is made and is mixed; or NULL. */
const struct xl_cache_build *xl_builds_whole(const struct xl_builds *b,
                                             const struct xl_build *build);

/* Whether it is made, or has failed. */
bool xl_builds_is_made(const struct xl_builds *b, const struct xl_build *build);

void xl_builds_free(struct xl_builds *b);

/* A build of the kernels alone whose results are not kept, where nothing has changed since that of
 * all was made but files of kernels: its rows have the other kernels' results from there. */

/* The agents of a folder that are of all kernels, and what is wanted of them. */
struct xl_partial_build {
    const struct xl_kernels *kernels; /* of the host's module */
    const bool *selected;             /* one for each: whether rows are to have it */
    const struct xl_build *agents;    /* named; nobody changes them */
    size_t count;
    struct xl_cache_build *whole; /* gets what is known of each; the caller frees it */
    /* Marks the kernels that the rows of an agent have to run. False: they cannot do without it. */
    bool (*lacks)(void *data, const struct xl_build *agent, const struct xl_cache_build *whole,
                  bool *lacking);
    void *data;
};

/* Names the kernels, with ';' between them, that a build for these rows is to have. False: they are
 * more than XL_FEW_KERNELS, or the agents were made of something else. */
bool xl_partial_build_choose(const struct xl_partial_build *m, char *only, size_t size);

#endif
