using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Runtime;
using Fathom.Render.Text;

namespace Fathom.Render.Runtime;

/// <summary>The line above a table of the runtime: what it is about, whose it is, and how it was read.</summary>
public static class RuntimeHeader
{
    /// <summary>The header.</summary>
    /// <param name="content">What the table shows ("Handles").</param>
    /// <param name="facts">How the look was taken.</param>
    public static IReadOnlyList<string> Of(string content, RuntimeLookFacts facts)
    {
        string pid = facts.Pid is { } number ? string.Create(CultureInfo.InvariantCulture, $" (pid {number})") : "";
        string runtime = RuntimeText.Of(facts.RuntimeVersion);
        return [$"{content} of {facts.ProcessName ?? "a process without a name"}{pid}{runtime}, {Source(facts)}."];
    }

    private static string Source(RuntimeLookFacts facts)
    {
        if (facts.PauseNs is not { } pause)
            return "from a core dump";
        string expected = facts.ExpectedPauseNs is { } estimate ? $" (expected about {ReadableNumber.About(estimate, ColumnUnit.Nanoseconds)})" : "";
        return $"stopped for {Time(pause)}{expected}";
    }

    private static string Time(long nanoseconds) => ReadableNumber.Of(nanoseconds, ColumnUnit.Nanoseconds);
}
