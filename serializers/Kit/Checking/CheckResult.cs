using System.Reflection;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>What became of something that was tried.</summary>
/// <param name="Outcome">One word: ok, lost, changed, refused and what else a lane knows.</param>
/// <param name="Detail">The first difference or the exception; empty when there is nothing to say.</param>
/// <param name="SizeBytes">Bytes that were written or read.</param>
public sealed record CheckResult(string Outcome, string Detail, long SizeBytes)
{
    private const int LongestDetail = 300;

    /// <summary>The outcome of a comparison.</summary>
    public static CheckResult Of(Difference? difference, long size) =>
        new(difference is null ? "ok" : difference.Kind.ToString().ToLowerInvariant(), difference?.ToString() ?? "", size);

    /// <summary>An exception is a refusal: nothing was lost without a word.</summary>
    /// <param name="doing">What was being done.</param>
    /// <param name="reason">The exception.</param>
    public static CheckResult Refused(string doing, Exception reason) => new("refused", $"{doing}: {Describe(reason)}", 0);

    /// <summary>Type and message of the exception that names the cause, on one line.</summary>
    public static string Describe(Exception reason)
    {
        while (reason is TargetInvocationException or TypeInitializationException or AggregateException or InvalidOperationException && reason.InnerException is { } inner)
            reason = inner;
        string text = $"{reason.GetType().Name}: {reason.Message}".ReplaceLineEndings(" ");
        return text.Length <= LongestDetail ? text : string.Concat(text.AsSpan(0, LongestDetail), "…");
    }
}
