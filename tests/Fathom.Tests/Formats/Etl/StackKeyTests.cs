using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Stacks by their keys in a trace that Windows wrote. Its buffers do not lie in the order of time.</summary>
public sealed class StackKeyTests
{
    private const string File = "perfview/net.4.5.2.x86.etl.zip";
    private const ulong Kernel = 1UL << 63;
    private const int KeyAt = 16;

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Each_key_of_a_part_in_the_kernel_means_addresses_of_the_kernel_and_no_other_does()
    {
        byte[] content = EtlFiles.Read(File);
        EtlFile file = new(new EtlPart((at, to) => Copy(content, at, to), content.Length, File));
        StackKeys keys = new();
        file.Survey(
            (in EtlRecord record, long ticks, int _) =>
            {
                if (EtlSurvey.HookOf(record) is KernelHook.StackBegins or KernelHook.StackEnds or KernelHook.StackLeft)
                    keys.Define(record.Payload, record.PointerSize, record.Opcode, ticks);
            },
            CancellationToken.None);
        int kernel = 0, user = 0;
        List<string> wrong = [];
        file.Read(
            (in EtlRecord record, long ticks, int _) =>
            {
                int hook = EtlSurvey.HookOf(record);
                if (hook is not (KernelHook.KernelStack or KernelHook.UserStack))
                    return;
                (kernel, user) = hook == KernelHook.KernelStack ? (kernel + 1, user) : (kernel, user + 1);
                ulong key = StackKeys.Address(record.Payload[KeyAt..], record.PointerSize);
                if (!keys.TryFind(key, ticks, out ReadOnlySpan<ulong> stack) || stack[0] >= Kernel != (hook == KernelHook.KernelStack))
                    wrong.Add($"{key:x} at {ticks}");
            },
            CancellationToken.None);
        Assert.Equal((3640, 8532), (kernel, user));
        Assert.Empty(wrong);
    }

    [Fact]
    public void A_stack_without_a_time_of_its_own_has_that_of_the_record_before()
    {
        const long sampled = 1_002_500;
        const int pid = 4, tid = 7;
        const ulong earlier = Kernel + 0xA00, then = Kernel + 0xB00;
        byte[] use = [.. BitConverter.GetBytes(sampled), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(tid), .. Definition()];
        EtlTrace trace = EtlFiles.Open(new EtlBytes(1, 10_000_000, 1_000_000)
            .PerfInfo(0, 1_002_000, KernelHook.StackEnds, 2, Definition(earlier))
            .Sample(0, sampled, tid, then)
            .PerfInfo(0, 0, KernelHook.KernelStack, 2, use)
            .PerfInfo(0, 1_003_000, KernelHook.StackEnds, 2, Definition(then))
            .Build());
        SampleStacks found = new();
        trace.Read(found, CancellationToken.None);
        Assert.Equal(then, Assert.Single(found.Innermost));
        Assert.Equal((1L, 0L, 0L), (trace.Totals.Stacks, trace.Totals.LateStacks, trace.Totals.UndefinedStacks));
    }

    // One key, and addresses.
    private static byte[] Definition(params ulong[] addresses) =>
        [.. BitConverter.GetBytes(5UL), .. addresses.SelectMany(BitConverter.GetBytes)];

    private static int Copy(byte[] content, ulong at, Span<byte> to)
    {
        ReadOnlySpan<byte> rest = content.AsSpan((int)Math.Min(at, (ulong)content.Length));
        rest[..Math.Min(rest.Length, to.Length)].CopyTo(to);
        return Math.Min(rest.Length, to.Length);
    }

    // The innermost frame of each sample; 0 for none.
    private sealed class SampleStacks : INetTraceSink
    {
        public List<ulong> Innermost { get; } = [];

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

        public void OnEvent(in NetTraceEvent at)
        {
            if (at.Metadata.EventId == KernelHook.Sample)
                Innermost.Add(at.Stack.Depth > 0 ? at.Stack[0] : 0);
        }
    }
}
