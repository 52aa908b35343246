using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Events that wait for their stacks.</summary>
public sealed class PendingEventTests
{
    private const int Events = 5_000;
    private const int Thread = 7;
    private const int Kept = 256;
    private const ulong Kernel = 0xFFFF_8000_0000_0000;

    private static readonly EventMetadata s_kind = new("provider", 1, "event", 0, 0, 0, []);

    private readonly List<(long Ticks, string Payload, string Kernel, string User)> _handed = [];

    [Fact]
    public void A_stack_finds_its_event_however_many_came_between()
    {
        PendingEvents pending = Begin(ulong.MaxValue);
        for (int i = 0; i < Events; i++)
            Add(pending, i);
        Assert.Empty(_handed);
        for (int i = 0; i < Events; i += 100)
        {
            pending.Attach(i, Thread, 0, Bytes(Kernel + (ulong)i), sizeof(ulong));
            pending.Attach(i, Thread, 0, Bytes((ulong)i), sizeof(ulong));
        }

        pending.Flush();
        Assert.Equal(Enumerable.Range(0, Events).Select(static i => ((long)i, Payload(i))), _handed.Select(static one => (one.Ticks, one.Payload)));
        Assert.All(_handed, static one => Assert.Equal(
            one.Ticks % 100 == 0 ? (Hex(Kernel + (ulong)one.Ticks), Hex((ulong)one.Ticks)) : ("", ""), (one.Kernel, one.User)));
    }

    [Fact]
    public void An_event_goes_on_when_no_stack_of_it_can_come_any_more()
    {
        const int atOnce = 100, late = 10;
        PendingEvents pending = Begin(late);
        for (int i = 0; i < Events; i++)
        {
            Add(pending, i / atOnce, Thread + (i % atOnce));
            // As late as the first reading found one.
            if (i >= late * atOnce)
                pending.Attach((i / atOnce) - late, Thread + (i % atOnce), 0, Bytes(Kernel + (ulong)i), sizeof(ulong));
        }

        Assert.Equal(Events - ((late + 1) * atOnce), _handed.Count);
        pending.Flush();
        Assert.Equal(Enumerable.Range(0, Events).Select(static i => (long)(i / atOnce)), _handed.Select(static one => one.Ticks));
        Assert.Equal(
            Enumerable.Range(0, Events).Select(static i => i + (late * atOnce)).Select(static i => i < Events ? Hex(Kernel + (ulong)i) : ""),
            _handed.Select(static one => one.Kernel));
    }

    [Fact]
    public void The_last_events_stay_for_stacks_that_tell_no_time()
    {
        PendingEvents pending = Begin(0);
        for (int i = 0; i < Events; i++)
        {
            Add(pending, i, Thread + (i % Kept));
            if (i >= Kept)
                pending.AttachToLast("provider", Thread + ((i + 1) % Kept), Bytes((ulong)i), sizeof(ulong));
        }

        Assert.Equal(Events - Kept - 1, _handed.Count);
        pending.Flush();
        Assert.Equal(Events - Kept, _handed.Count(static one => one.User.Length > 0));
    }

    [Fact]
    public void Events_that_are_farther_apart_than_stacks_are_late_go_on_all_the_same()
    {
        PendingEvents pending = Begin(10);
        for (int i = 0; i < Events; i++)
            Add(pending, long.MinValue + (i * (long.MaxValue / Events * 2)));
        Assert.Equal(Events - Kept - 1, _handed.Count);
    }

    private static string Payload(long number) => new((char)('a' + (number % 26)), 40 + (int)(Math.Abs(number) % 300));

    private static string Hex(ulong address) => Convert.ToHexString(BitConverter.GetBytes(address));

    private static byte[] Bytes(ulong address) => BitConverter.GetBytes(address);

    private static void Add(PendingEvents to, long ticks, int thread = Thread) =>
        to.Add(new EtlEvent(s_kind, ticks, 1, thread, 0, 8), MemoryMarshal.AsBytes(Payload(ticks % 1_000_000).AsSpan()), default, sizeof(ulong));

    private PendingEvents Begin(ulong mostLate) => new(
        (in EtlEvent one, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> kernel, ReadOnlySpan<byte> user, int _) => _handed.Add(
            (one.Ticks, MemoryMarshal.Cast<byte, char>(payload).ToString(), Convert.ToHexString(kernel), Convert.ToHexString(user))),
        new EtlTotals(),
        Events,
        long.MaxValue / 8,
        mostLate);
}
