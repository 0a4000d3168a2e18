/* The builds of a run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_BUILDS_H
#define XL_HARNESS_RUN_BUILDS_H

#include <pthread.h>

#include "build/build.h"
#include "code/agent_code.h"
#include "oracle/module.h"
#include "protocol.h"
#include "run/cache.h"
#include "run/forecast.h"
#include "run/select.h"

/* The agents of one directory are made together. */
struct xl_build_group {
    size_t first, count;                    /* of the builds */
    const struct xl_build_kernels *kernels; /* that they contain */
    double seconds;                         /* estimate of the time to make it */
    bool is_up_to_date;                     /* nothing is to be made */
    bool is_made_here;                      /* it was compiled in this run */
    bool is_partial;                        /* only of the kernels without cached results */
    struct xl_build_kernels uncached;       /* those */
    char only[XL_FEW_KERNELS * XL_NAME_MAX];
};

/* Called from other threads. */
struct xl_builds_callbacks {
    void (*on_open)(void *data, const struct xl_build *agent); /* an agent is made */
    /* Marks the kernels that the rows of an agent must run. whole: the keys of the build of all
     * kernels. False: they need the whole agent. */
    bool (*mark_uncached)(void *data, const struct xl_build *agent,
                          const struct xl_cache_build *whole, bool *is_uncached);
    void *data;
};

struct xl_builds {
    const struct xl_run_options *options;
    const struct xl_selection *selection;
    char *trees; /* of xl_build_trees; NULL until a build needs them */
    pthread_mutex_t trees_lock;
    struct xl_build_kernels all, few;              /* few.only "": all kernels */
    char *dir, only[XL_FEW_KERNELS * XL_NAME_MAX]; /* of these */
    struct xl_build *builds;                       /* those of one directory side by side */
    size_t count;
    struct xl_agent_code *codes;   /* one for each of builds; NULL without evidence */
    struct xl_cache_build *caches; /* one for each of builds */
    struct xl_cache_build *whole;  /* likewise, for a partial group: the build of all kernels */
    struct xl_build_group *groups;
    size_t group_count;
    bool is_up_to_date;     /* all of them */
    bool environment_lacks; /* exit status 3 */
    struct xl_builds_callbacks callbacks;
    const struct xl_kernels *kernels;
    pthread_mutex_t lock; /* of environment_lacks */
};

/* Names the builds of the selected rows. If few kernels are selected and the builds of all are not
 * up to date, builds have only these few. Later, a build becomes partial if all but a few of its
 * kernels have cached results. */
void xl_builds_name(struct xl_builds *b, const struct xl_run_options *options,
                    const struct xl_kernels *kernels, const struct xl_selection *selection);

/* Makes the agents of a group, with the trees that they need. A build that fails fails only its
 * rows. nth: of all groups. */
void xl_builds_make(struct xl_builds *b, size_t group, size_t nth);

/* The row's; NULL if it has none. */
struct xl_build *xl_builds_of(const struct xl_builds *b, const struct xl_row *row);

/* The group of the row's build; group_count if it has none. */
size_t xl_builds_group(const struct xl_builds *b, const struct xl_row *row);

/* The cache keys of the build of all kernels, if the row's build, which is made, is partial; or
 * NULL. */
const struct xl_cache_build *xl_builds_whole(const struct xl_builds *b, const struct xl_row *row);

void xl_builds_free(struct xl_builds *b);

#endif
