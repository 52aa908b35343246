using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>How much the machine has to do, and how much of it others took.</summary>
internal sealed class LoadFacts : IFactReader
{
    private const string Topic = FactTopics.Load;
    private const string NoProc = "there is no /proc";
    private const int StealField = 8;
    private const long NsPerTick = 10_000_000;

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        facts.File(
            machine, Topic, null, "load_average", "proc/loadavg", NoProc, FactKind.Figure, static text => text.Split(' ') is [var one, var five, var fifteen, ..] ? $"{one} {five} {fifteen}" : null);
        facts.File(machine, Topic, null, "uptime_s", "proc/uptime", NoProc, FactKind.Figure, static text => text.Split(' ')[0] is { Length: > 0 } seconds ? seconds : null);
        facts.File(machine, Topic, null, "steal_ns", "proc/stat", NoProc, FactKind.Counter, Steal);
        foreach (string what in (string[])["cpu", "memory", "io"])
            facts.File(machine, Topic, what, "pressure_some_ns", $"proc/pressure/{what}", "the kernel does not count it (CONFIG_PSI)", FactKind.Figure, Pressure);
    }

    // "cpu  73177 0 21887 23043 366 0 320 12 0 0": the eighth number, in ticks, which are a hundredth of a second for programs on all machines.
    private static string? Steal(string text) =>
        text.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) is ["cpu", .. var fields] && fields.Length >= StealField
            && long.TryParse(fields[StealField - 1], NumberStyles.None, CultureInfo.InvariantCulture, out long ticks) && ticks < long.MaxValue / NsPerTick
            ? (ticks * NsPerTick).ToString(CultureInfo.InvariantCulture)
            : null;

    // "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", in microseconds.
    private static string? Pressure(string text)
    {
        int at = text.IndexOf("total=", StringComparison.Ordinal);
        string digits = at < 0 ? "" : text[(at + "total=".Length)..].Split('\n')[0];
        return long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long microseconds) && microseconds < long.MaxValue / 1000
            ? (microseconds * 1000).ToString(CultureInfo.InvariantCulture)
            : null;
    }
}
