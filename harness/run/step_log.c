/* One call in the emulator's log of each instruction with the registers that it finds.
 * SPDX-License-Identifier: MIT
 */
#include "run/step_log.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "oracle/shape.h"
#include "oracle/strides.h"
#include "run/agent_start.h"

enum {
    XL_STEPPED_VECTORS = 2, /* full ones of a call, or of what follows its threshold */
    XL_STEPPED_REST = 3     /* elements more */
};

size_t xl_stepped_n(const struct xl_row_evidence *p, const struct xl_kernel *kernel)
{
    return xl_valid_n(
        kernel, xl_max_n(kernel, xl_most_threshold(kernel) +
                                     XL_STEPPED_VECTORS * xl_lanes_of_kernel(p, kernel, false) +
                                     XL_STEPPED_REST));
}

bool xl_step_log_start(struct xl_row_evidence *p, bool *is_running, struct xl_error *err)
{
    const off_t room = (off_t)p->agent->process.file_mib << 20;
    if (*is_running && xl_log_size(p) < room / 2)
        return true;
    xl_agent_stop(p->agent);
    *is_running = xl_log_start(p->job, p->agent, p->job->row->qemu_cpu, XL_LOG_REGISTERS, p->log,
                               err) == XL_START_OK;
    return *is_running;
}

off_t xl_log_size(const struct xl_row_evidence *p)
{
    struct stat s;
    return fstat(p->log, &s) == 0 ? s.st_size : 0;
}

void xl_steps_read(const struct xl_row_evidence *p, off_t from, struct xl_step_log *call)
{
    const size_t size = (size_t)(xl_log_size(p) - from);
    size_t got = 0;
    call->text = xl_alloc(size + 1, 1);
    for (ssize_t more; got < size; got += (size_t)more)
        if ((more = pread(p->log, call->text + got, size - got, from + (off_t)got)) <= 0)
            break;
    call->size = got;
    call->at = 0;
}

/* The place of the next line that begins with this word, or the end. */
static size_t find_line(const struct xl_step_log *call, size_t from, const char *word)
{
    while (from < call->size && strncmp(call->text + from, word, strlen(word)) != 0) {
        const char *newline = memchr(call->text + from, '\n', call->size - from);
        from = newline ? (size_t)(newline - call->text) + 1 : call->size;
    }
    return from;
}

/* The line is "Trace 0: HOST [CS/PC/...] NAME". */
bool xl_step_next(struct xl_step_log *call, struct xl_step *step)
{
    static const char word[] = "Trace ";
    const size_t begin = find_line(call, call->at, word);
    if (begin == call->size)
        return false;
    const char *line = call->text + begin, *slash = strchr(line, '/');
    const size_t end = find_line(call, begin + sizeof word, word);
    step->pc = slash ? strtoull(slash + 1, NULL, 16) : 0;
    step->registers = line;
    step->size = end - begin;
    call->at = end;
    return true;
}

const struct xl_instruction *xl_instruction_at(const struct xl_agent_code *code, uint64_t pc)
{
    const struct xl_disassembly *l = &code->disassembly;
    const size_t i = xl_disassembly_find(l, pc);
    return i < l->count && l->instructions[i].address == pc ? &l->instructions[i] : NULL;
}

void xl_add_place(const struct xl_agent_code *code, uint64_t pc, char *text, size_t size)
{
    const struct xl_instruction *insn = xl_instruction_at(code, pc);
    const struct xl_disassembled_function *f = xl_disassembly_function(&code->disassembly, pc);
    if (insn)
        xl_append(text, size, "`%s %.60s`", insn->mnemonic, insn->operands);
    if (f)
        xl_append(text, size, " at %.100s+0x%llx", f->name, (unsigned long long)(pc - f->address));
    else
        xl_append(text, size, " at 0x%llx", (unsigned long long)pc);
    xl_add_line(code, pc, text, size);
}
