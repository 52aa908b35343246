using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A finalizer that does not return, or slowly, while dead objects wait behind it and their memory cannot be freed.</summary>
internal sealed class StuckFinalizerRule : ObjectRule
{
    /// <inheritdoc/>
    public override string Name => "stuck-finalizer";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Threads, LookParts.Tables];

    /// <inheritdoc/>
    public override string? NotJudged(ObjectLook look) => look.Finalizer is null ? "the finalizer thread was not found" : null;

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ObjectLook look)
    {
        InspectionFacts facts = look.Facts;
        // Without managed frames it is idle, or about to begin.
        if (facts.ReadyCount == 0 || look.Finalizer is not { Frames.Count: > 0 } thread)
            yield break;
        bool stands = facts.FinalizerStands ?? look.FinalizerWait is not null;
        if (!stands)
            yield break;
        bool grows = facts.ReadyCountBefore < facts.ReadyCount;
        yield return new Finding(Name, grows ? Severity.Error : Severity.Warning, $"finalizer thread {thread.Tid}", Evidence(look, thread.OwnMethod!));
    }

    private static string Evidence(ObjectLook look, string method)
    {
        InspectionFacts facts = look.Facts;
        string wait = look.FinalizerWait is { } found ? $" and waits for {found.Label}" : "";
        string count = facts.ReadyCountBefore is { } before
            ? $"{before:#,##0} objects waited for it at the beginning of the watch and {facts.ReadyCount:#,##0} at its end"
            : $"{facts.ReadyCount:#,##0} objects wait for it";
        // Fewer wait than before, so some finalizers did return. Where no fewer wait, one may have returned too: objects may have come.
        string place = facts switch
        {
            { FinalizerStands: null } => $"it is in {method}{wait}",
            { ReadyCountBefore: { } begin } when begin > facts.ReadyCount => string.Create(
                CultureInfo.InvariantCulture,
                $"it is slow, not stuck: {begin - facts.ReadyCount:#,##0} or more finalizers returned meanwhile, and it was in {method} at both ends{wait}"),
            _ => $"it was in {method} at both ends of the watch{wait}",
        };
        return string.Create(CultureInfo.InvariantCulture, $"{place}; {count}");
    }
}
