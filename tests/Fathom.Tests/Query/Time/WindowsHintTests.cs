using System.Text.RegularExpressions;
using Fathom.Model.Traces;
using Fathom.Query.Time;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>What is said of a Windows trace that has nothing for a verb.</summary>
public sealed partial class WindowsHintTests
{
    // Those of 'wpr -profiles' that hints name; OWN.wprp is the user's.
    private static readonly string[] s_profiles = ["CPU", "DiskIO", "FileIO", "Network", "DotNET", "GeneralProfile", "OWN.wprp"];

    private static readonly TraceFacts s_windows = new("t.etl", ["etl"], null, 1, true, 0, 0, null, []);
    private static readonly TraceFacts s_linux = s_windows with { Formats = ["perf.data", "nettrace"] };

    public static TheoryData<string> Verbs => [.. TraceVerbs.All.Append(TraceVerbs.Why).Select(static verb => verb.Name)];

    [Theory]
    [MemberData(nameof(Verbs))]
    public void Each_verb_says_how_Windows_records_what_it_needs_and_Linux_does_not_hear_of_it(string name)
    {
        TraceVerb verb = TraceVerbs.All.Append(TraceVerbs.Why).Single(verb => verb.Name == name);
        string hint = WindowsHints.Of(name);

        Assert.Matches("^(wpr|xperf|PerfView) ", hint);
        Assert.Equal(hint, verb.RecordFor(s_windows));
        Assert.EndsWith($" ({hint})", verb.WhyEmpty(s_windows, true), StringComparison.Ordinal);
        Assert.DoesNotContain("fathom record", verb.WhyEmpty(s_windows, true)!, StringComparison.Ordinal);
        Assert.DoesNotContain("wpr", $"{verb.RecordFor(s_linux)} {verb.WhyEmpty(s_linux, true)}", StringComparison.Ordinal);
        Assert.All(Profile().Matches(hint), static match => Assert.Contains(match.Groups[1].Value, s_profiles));
    }

    [Fact]
    public void There_is_a_hint_for_each_verb_and_for_no_other() =>
        Assert.Equal(Verbs.Select(static verb => verb.Data).Order(StringComparer.Ordinal), WindowsHints.Verbs.Order(StringComparer.Ordinal));

    [Fact]
    public void A_refusal_names_the_recorder_of_its_system()
    {
        Assert.Equal(
            ("it has no switches.", $"record again with: {WindowsHints.Of("waits")}"), TraceVerbs.Waits.WhyNot(s_windows with { NoWaits = "it has no switches." }));
        (string reason, string next) = TraceVerbs.MachineOverTime.WhyNot(s_windows)!.Value;
        Assert.StartsWith("A Windows trace has the events of the machine", reason, StringComparison.Ordinal);
        Assert.Contains("wpr -start CPU", next, StringComparison.Ordinal);
        Assert.StartsWith("The recording does not tell", TraceVerbs.MachineOverTime.WhyNot(s_linux)!.Value.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Waits_for_locks_of_the_runtime_are_no_absence_of_events()
    {
        TraceFacts facts = s_windows with { RuntimeLockWaits = 16 };

        Assert.Equal("the 16 waits for locks that were recorded are for locks of the runtime itself, which fathom waits shows", TraceVerbs.Locks.WhyEmpty(facts, true));
        Assert.Equal(16, TraceVerbs.Locks.LeavesOut(facts)?.Count);
        Assert.Null(TraceVerbs.Locks.LeavesOut(s_windows));
    }

    [GeneratedRegex("-start ([^ ,;)]+)")]
    private static partial Regex Profile();
}
