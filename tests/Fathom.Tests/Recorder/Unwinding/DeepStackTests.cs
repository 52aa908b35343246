using System.Diagnostics;
using System.Globalization;
using Fathom.Recorder.Kernel;
using Fathom.TestSupport;
using Fathom.Tests.Recorder.Kernel;
using Xunit;

namespace Fathom.Tests.Recorder.Unwinding;

/// <summary>Samples of a native program that calls itself more often than the kernel follows frame pointers (127).</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
[Trait(Needs.Trait, Needs.CompilerReason)]
[Collection(nameof(KernelRecorders))]
public sealed class DeepStackTests
{
    private const int Calls = 200;

    private const string Program = """
        #include <time.h>
        static volatile unsigned long sum;
        static int busy(void)
        {
            struct timespec used;
            do
            {
                for (int i = 0; i < 100000; i++)
                    sum = sum * 31 + i;
                clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
            } while (used.tv_nsec < 300000000L && used.tv_sec == 0);
            return 0;
        }
        static int down(int left) { return left == 0 ? busy() : down(left - 1) + 1; }
        int main(void) { return down(CALLS) != CALLS; }
        """;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1024, false)]
    [InlineData(KernelRecorderOptions.MostStackBytes, true)]
    public void A_stack_is_whole_where_the_copy_reaches_its_end_and_cut_where_the_kernel_gave_up(int bytes, bool isWhole)
    {
        Needs.Perf();
        using TestFolder folder = new();
        string source = folder.File("deep.c"), program = folder.File("deep");
        File.WriteAllText(source, Program);
        Run(Needs.Compiler(), "-O1", string.Create(CultureInfo.InvariantCulture, $"-DCALLS={Calls}"), "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-fno-inline", "-o", program, source);
        KernelRecorderOptions options = new(folder.File("kernel.data")) { SampleStackBytes = bytes, FollowsNextProgram = true };

        using KernelRecorder recorder = KernelRecorder.Start(options, new KernelAccess(Machine: false, Own: true, Why: null));
        Run(program);
        CopiedStacks copied = recorder.Stop().Stacks.Single(static stacks => stacks.Event == "cpu-clock");

        long all = copied.Whole + copied.Cut + copied.Lost;
        Assert.InRange(all, 50, long.MaxValue);
        Assert.InRange(isWhole ? copied.Whole : copied.Cut, all * 9 / 10, all);
    }

    private static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments))!;
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }
}
