using System.Diagnostics;
using System.Globalization;
using System.Xml.Linq;
using Fathom.Sources.Memory;
using Fathom.Sources.Memory.Malloc;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>A program in C that uses malloc in known ways, and asks malloc itself what is free: <c>mallinfo2</c> and <c>malloc_info</c>.</summary>
internal sealed class MallocProgram : IDisposable
{
    private const string Source = """
        #define _GNU_SOURCE
        #include <malloc.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        enum { COUNT = 20000 };
        static pthread_barrier_t done;
        static char text[1 << 16];
        static size_t held[64];
        static void *volatile lost;
        static int churns;
        // Bytes with the head, of a block without a mapping of its own.
        static size_t in_heap(void *block) { return ((size_t *)block)[-1] & 2 ? 0 : malloc_usable_size(block) + 8; }
        // Small and large blocks, aligned ones and mapped ones; two of three are freed in an order of chance.
        static void *use(void *argument) {
            long number = (long)argument;
            void **blocks = malloc(COUNT * sizeof *blocks);
            unsigned seed = number * 7919 + 1;
            for (int i = 0; i < COUNT; i++) {
                size_t size = 1 + (seed = seed * 1103515245 + 12345, seed >> 8) % (number % 2 ? 600 : 3000);
                blocks[i] = i % 97 ? malloc(size) : memalign(4096 >> i % 3, size);
                memset(blocks[i], 1, size);
            }
            for (int i = 0; i < COUNT; i++)
                if ((i * 2654435761u >> 7) % 3) { free(blocks[i]); blocks[i] = 0; }
            for (int i = 0; i < 4; i++) lost = malloc(150000 + i * 10000);
            held[number] = in_heap(blocks);
            for (int i = 0; i < COUNT; i++)
                if (blocks[i]) held[number] += in_heap(blocks[i]);
            pthread_barrier_wait(&done);
            while (churns) {
                int i = (seed = seed * 1103515245 + 12345, seed >> 8) % COUNT;
                if (blocks[i]) { free(blocks[i]); blocks[i] = 0; } else blocks[i] = malloc(seed >> 20);
            }
            pause();
            return blocks;
        }
        int main(int count, char **words) {
            int threads = atoi(words[1]);
            churns = count > 2 && !strcmp(words[2], "churn");
            setvbuf(stdout, text, _IOFBF, sizeof text);
            pthread_barrier_init(&done, 0, threads + 1);
            void **large = calloc(2000, sizeof *large);
            for (int i = 0; i < 2000; i++) {
                memset(large[i] = malloc(60000), 1, 60000);
                memset(lost = malloc(64), 1, 64);
            }
            for (int i = 0; i < 2000; i++) free(large[i]);
            for (long i = 0; i < threads; i++) {
                pthread_t thread;
                pthread_create(&thread, 0, use, (void *)i);
            }
            pthread_barrier_wait(&done);
            if (count > 2 && !strcmp(words[2], "trim")) malloc_trim(0);
            lost = open_memstream(&(char *){0}, &(size_t){0});
            malloc_info(0, stdout);
            struct mallinfo2 all = mallinfo2();
            size_t sum = 0;
            for (int i = 0; i < threads; i++) sum += held[i];
            printf("\narena %zu free %zu fast %zu mapped %zu held %zu\n", all.arena, all.fordblks, all.fsmblks, all.hblkhd, sum);
            fflush(stdout);
            pause();
        }
        """;

    private readonly TestFolder _folder = new();
    private readonly Process _process;

    public MallocProgram(params string[] words)
        : this(null, words)
    {
    }

    /// <summary>Starts it with another glibc than that of the machine.</summary>
    public MallocProgram(OtherGlibc? glibc, params string[] words)
    {
        string compiler = Needs.Compiler(), source = _folder.File("malloc.c"), program = _folder.File("malloc");
        File.WriteAllText(source, Source);
        using (Process compile = Process.Start(new ProcessStartInfo(compiler, ["-O1", "-w", "-o", program, source, "-pthread"]) { RedirectStandardError = true })!)
        {
            string errors = compile.StandardError.ReadToEnd();
            compile.WaitForExit();
            Assert.True(compile.ExitCode == 0, errors);
        }

        ProcessStartInfo start = glibc is null ? new(program, words) : new(glibc.Loader, ["--library-path", glibc.Libraries, program, .. words]);
        start.RedirectStandardOutput = true;
        _process = Process.Start(start)!;
        List<string> xml = [];
        string? line;
        while ((line = _process.StandardOutput.ReadLine()) is { Length: > 0 })
            xml.Add(line);
        Info = XDocument.Parse(string.Join('\n', xml));
        string[] sums = _process.StandardOutput.ReadLine()!.Split(' ');
        Sums = sums.Chunk(2).ToDictionary(static pair => pair[0], static pair => long.Parse(pair[1], CultureInfo.InvariantCulture));
    }

    /// <summary>What <c>malloc_info</c> says.</summary>
    public XDocument Info { get; }

    /// <summary>Sums of <c>mallinfo2</c>, and what the threads hold: arena, free, fast, mapped, held.</summary>
    public IReadOnlyDictionary<string, long> Sums { get; }

    /// <summary>Number of the process (pid).</summary>
    public int Pid => _process.Id;

    /// <summary>What is read from outside.</summary>
    public MallocReading Read() => MallocLook.Take(Pid, new MemoryInstantReader(Pid).Take(null, isStopped: false, TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _folder.Dispose();
    }
}
