using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Calls;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>What rows say of made-up system calls of Linux.</summary>
public sealed class SystemCallsTests
{
    private const int Read = 0, Clone = 56, Openat = 257, SignalReturn = 15;

    private static readonly TraceFormat s_enter = Format("raw_syscalls", "sys_enter", 1, "long id", "unsigned long args[6]");
    private static readonly TraceFormat s_exit = Format("raw_syscalls", "sys_exit", 2, "long id", "long ret");
    private static readonly TraceFormat s_enterOne = Format("syscalls", "sys_enter_brand_new", 3, "long __syscall_nr", "long a");
    private static readonly TraceFormat s_futex = Format("syscalls", "sys_enter_futex", 4, "long __syscall_nr", "long a");

    private readonly CollectingSink _sink = new();

    [Fact]
    public void An_entry_and_its_return_are_one_row_and_threads_do_not_mix()
    {
        SystemCalls calls = new(_sink, [s_enter, s_exit], isArm: false);
        Enter(calls, 100, 1, Read);
        Enter(calls, 110, 2, Openat);
        Exit(calls, 150, 2, Openat, -2);
        Exit(calls, 190, 1, Read, 4096);
        // What is in this range and below is a number that some calls return.
        Enter(calls, 200, 1, Openat);
        Exit(calls, 210, 1, Openat, -4096);
        Enter(calls, 220, 1, 9999);
        calls.End();

        Assert.Equal(
            ["openat 10+40 = -2 ENOENT stack 2", "read 0+90 = 4096  stack 1", "openat 100+10 = -4096  stack 1",
                "call 9999 120+ =   stack 1"],
            Told());
    }

    [Fact]
    public void What_lacks_its_begin_or_end_has_no_duration()
    {
        SystemCalls calls = new(_sink, [s_enter, s_exit], isArm: true);
        // Entered before the recording began.
        Exit(calls, 100, 1, 63, 7);
        // The end was lost, and the next begin too.
        Enter(calls, 110, 1, 63);
        Enter(calls, 120, 1, 56);
        Exit(calls, 130, 1, 57, 0);
        // Records were lost while it was open.
        Enter(calls, 140, 1, 63);
        calls.Lost();
        Exit(calls, 150, 1, 63, 9);
        // No thread is told: nothing fits together.
        Enter(calls, 160, 0, 63);
        Exit(calls, 170, 0, 63, 1);
        Enter(calls, 180, 1, 64);
        calls.End();

        Assert.Equal(
            [
                "read 0+ = 7  stack 1", "read 10+ =   stack 1", "openat 20+ =   stack 1", "close 30+ = 0  stack 1", "read 40+ = 9  stack 1",
                "read 60+ =   stack 0", "write 80+ =   stack 1",
            ],
            Told());
    }

    [Fact]
    public void A_new_thread_makes_no_call_and_a_signal_handler_returns_without_a_number()
    {
        SystemCalls calls = new(_sink, [s_enter, s_exit], isArm: false);
        Enter(calls, 100, 1, Clone);
        Exit(calls, 101, 2, Clone, 0);
        Exit(calls, 110, 1, Clone, 2);
        Enter(calls, 120, 1, SignalReturn);
        Exit(calls, 121, 1, -1, -4);
        Exit(calls, 130, 3, -1, 0);
        calls.End();

        Assert.Equal(["clone 0+10 = 2  stack 1", "rt_sigreturn 20+1 =   stack 1"], Told());
    }

    [Fact]
    public void Events_of_single_calls_count_where_those_of_all_were_not_recorded()
    {
        SystemCalls both = new(_sink, [s_enter, s_exit, s_enterOne], isArm: false);
        Enter(both, 100, 1, 9000);
        Enter(both, 100, 1, 9000, s_enterOne);
        both.End();
        SystemCalls single = new(_sink, [s_enterOne], isArm: false);
        Enter(single, 200, 1, 9000, s_enterOne);
        single.End();

        Assert.Equal(["call 9000 0+ =   stack 1", "brand_new 100+ =   stack 1"], Told());
    }

    [Fact]
    public void What_is_recorded_for_waits_and_what_is_only_some_of_all_makes_no_rows()
    {
        SystemCalls waits = new(_sink, [s_futex], isArm: false, isOwn: true);
        Enter(waits, 100, 1, 202, s_futex);
        waits.End();
        SystemCalls some = new(_sink, [s_enter], isArm: false);
        some.On(s_enter, Fields(Read, 0), 1, At(100, 1), isOnlySome: true);
        some.On(s_enter, [1, 2, 3], 1, At(100, 1));
        some.End();

        Assert.Empty(Told());
        Assert.Equal((1, 1), (some.OnlySome, some.Damaged));
    }

    [Fact]
    public void Entries_into_futexes_that_perf_recorded_alone_are_calls_without_an_end()
    {
        SystemCalls calls = new(_sink, [s_futex], isArm: false);
        Enter(calls, 100, 1, 202, s_futex);
        calls.End();

        Assert.Equal(["futex 0+ =   stack 1"], Told());
    }

    [Fact]
    public void What_the_own_recorder_tells_has_begin_end_and_result_where_it_returned()
    {
        SystemCalls calls = new(_sink, [], isArm: false);
        calls.On(Told(SystemCallKind.Traced, Openat, 120, -2), At(150, 1));
        calls.On(Told(SystemCallKind.CallAndTraced, Read, 130, 7), At(190, 2));
        calls.On(Told(SystemCallKind.Traced, SignalReturn, 140, -4), At(141, 1));
        calls.On(Told(SystemCallKind.Traced, Read, 160, 0, isOpen: true), At(200, 1));
        calls.End();

        Assert.Equal(
            ["openat 20+30 = -2 ENOENT stack 1", "read 30+60 = 7  stack 2", "rt_sigreturn 40+1 =   stack 1", "read 60+ =   stack 1"], Told());
    }

    [Fact]
    public void Names_are_those_of_the_profiles_and_each_number_has_one()
    {
        RecordedCall[] calls = [.. RecordProfile.Shipped.SelectMany(static profile => profile.Calls)];

        Assert.True(calls.Length > 40);
        Assert.All(calls, static call => Assert.Contains((call.Name, call.X64, call.Arm64), SystemCallNames.All));
        foreach (int[] numbers in (int[][])[[.. SystemCallNames.All.Select(static call => call.X64)], [.. SystemCallNames.All
            .Select(static call => call.Arm64)]])
            Assert.Equal(numbers.Count(static number => number >= 0), numbers.Where(static number => number >= 0).Distinct().Count());
    }

    // This machine's own header: whoever wrote the list could have been wrong.
    [Fact]
    [Trait(Needs.Trait, Needs.CompilerReason)]
    public void Names_are_those_of_the_header_of_this_machine()
    {
        // Its header is that of the kernel.
        Needs.Compiler();
        string[] lines = PerfRecorder.Run("sh", "-c", "echo '#include <asm/unistd.h>' | cc -E -dM -").Split('\n');

        string?[] names = SystemCallNames.ByNumber(isArm: RuntimeInformation.OSArchitecture.ToString() == "Arm64");
        int seen = 0;
        foreach (string line in lines)
        {
            if (line.Trim().Split(' ') is ["#define", ['_', '_', 'N', 'R', '_', .. var name], var number]
                && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int index))
            {
                seen++;
                Assert.Equal((index, name), (index, names[index]));
            }
        }

        Assert.True(seen > 300);
    }

    private static void Enter(SystemCalls calls, long timeNs, int tid, long number, TraceFormat? format = null) =>
        calls.On(format ?? s_enter, Fields(number, 0), tid, At(timeNs, tid));

    private static void Exit(SystemCalls calls, long timeNs, int tid, long number, long result) =>
        calls.On(s_exit, Fields(number, result), tid, At(timeNs, tid));

    private static CallMoment At(long timeNs, int tid) => new(10, 1, (uint)tid, timeNs, 100, (uint)tid);

    private static byte[] Fields(long number, long second) => [.. new byte[8], .. BitConverter.GetBytes(number),
        .. BitConverter.GetBytes(second), .. new byte[40]];

    private static TraceFormat Format(string system, string name, int id, string first, string second)
    {
        const string common = "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n";
        int size = second.Contains('[', StringComparison.Ordinal) ? 48 : 8;
        return TraceFormat.Read(system, $"name: {name}\nID: {id}\nformat:\n{common}\tfield:{first};\toffset:8;\tsize:8;\tsigned:1;\n"
            + $"\tfield:{second};\toffset:16;\tsize:{size};\tsigned:1;\n")!;
    }

    private static SystemCall Told(SystemCallKind kind, int number, long startNs, long result, bool isOpen = false)
    {
        byte[] raw = new byte[SystemCall.HeadBytes];
        BitConverter.TryWriteBytes(raw, (ushort)((int)kind | (isOpen ? SystemCall.IsOpen : 0)));
        BitConverter.TryWriteBytes(raw.AsSpan(2), (ushort)number);
        BitConverter.TryWriteBytes(raw.AsSpan(8), startNs);
        BitConverter.TryWriteBytes(raw.AsSpan(16), result);
        Assert.True(SystemCall.TryRead(raw, out SystemCall call));
        return call;
    }

    private string[] Told() =>
    [
        .. _sink.Rows<SystemCallRow>().Select(row => string.Create(CultureInfo.InvariantCulture,
            $"{_sink.Text(row.Call)} {row.StartNs}+{row.DurationNs} = {row.Result} {_sink.Text(row.Error)} stack {row.StackId}")),
    ];
}
