using System.Text;
using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>Threads that wait for each other in a cycle, so that none of them can ever go on.</summary>
internal sealed class DeadlockRule : ThreadRule
{
    private const int MaxNamedBehind = 5;

    /// <inheritdoc/>
    public override string Name => "deadlock";

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(ThreadLook look)
    {
        WaitGraph graph = new(look.Locks);
        Dictionary<uint, ThreadFacts> threads = look.Threads.ToDictionary(static thread => thread.ThreadId);
        foreach (List<WaitEdge> cycle in WaitCycles.Find(graph))
        {
            bool mayEnd = cycle.Any(static edge => edge.Wait.IsTimed);
            string subject = string.Join(", ", cycle.Select(edge => threads[edge.Waiter].Label));
            yield return new Finding(Name, mayEnd ? Severity.Warning : Severity.Error, $"threads {subject}", Evidence(graph, cycle, threads, mayEnd));
        }
    }

    private static string Evidence(WaitGraph graph, List<WaitEdge> cycle, Dictionary<uint, ThreadFacts> threads, bool mayEnd)
    {
        StringBuilder text = new();
        foreach (WaitEdge edge in cycle)
        {
            ThreadFacts waiter = threads[edge.Waiter];
            text.Append(text.Length == 0 ? "" : "; ").Append(waiter.Label).Append(" waits for ").Append(edge.Wait.Label);
            if (waiter.OwnMethod is { } method)
                text.Append(" in ").Append(method);
            text.Append(edge.Wait.Kind == Model.Threads.LockKinds.Thread ? ", which is " : ", owned by ").Append(threads[edge.Owner].Label);
        }

        HashSet<uint> behind = WaitCycles.Behind(graph, [.. cycle.Select(static edge => edge.Waiter)]);
        behind.ExceptWith(cycle.Select(static edge => edge.Waiter));
        if (behind.Count > 0)
        {
            string named = string.Join(", ", behind.Order().Take(MaxNamedBehind).Select(thread => threads[thread].Label));
            text.Append($"; {behind.Count} more wait for them: {named}{(behind.Count > MaxNamedBehind ? ", …" : "")}");
        }

        if (mayEnd)
            text.Append("; a wait with a time limit may end it");
        return text.ToString();
    }
}
