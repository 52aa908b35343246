using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Finds delegates that call many targets. A delegate with several targets has an array of delegates in <c>_invocationList</c>, of which
/// <c>_invocationCount</c> are in use (from .NET 11 on <c>_helperObject</c> and <c>_extraData</c>); delegates of other kinds use the two fields for other things,
/// so the list is checked before it is believed.
/// </summary>
/// <param name="unknown">Notes types with other fields than those that are known.</param>
internal sealed class DelegateInspector(UnknownTypes unknown) : IObjectInspector
{
    /// <summary>Least targets.</summary>
    public const int MinTargets = 100;

    // Garbage may hold many: adding to an event makes a new delegate each time.
    private const int MaxCandidates = 262_144;
    private const int MaxTargets = 100_000_000;

    private readonly List<DelegateCandidate> _candidates = [];

    /// <summary>Delegates that may have many targets, in the order of the heap.</summary>
    public IReadOnlyList<DelegateCandidate> Candidates => _candidates;

    /// <summary>Candidates that were passed over because there were too many.</summary>
    public long UnreadCount { get; private set; }

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (!IsDelegate(type))
            return null;
        int[]? offsets = TypeInspector.Offset(type, "_helperObject") >= 0
            ? unknown.Offsets(type, "_helperObject", "_extraData")
            : unknown.Offsets(type, "_invocationList", "_invocationCount");
        return offsets is [var list, var count] ? new OneType(this, type.Name ?? "(unnamed delegate)", list, count) : null;
    }

    /// <summary>Whether a type is one of delegates.</summary>
    public static bool IsDelegate(ClrType type) => TypeInspector.IsOrDerives(type, "System.MulticastDelegate");

    private sealed class OneType(DelegateInspector owner, string name, int listOffset, int countOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            // Young ones too: the one that is alive is the newest copy, and whether it is alive is asked later.
            if (!visited.TryRead(countOffset, out long count) || count is < MinTargets or > MaxTargets)
                return;
            if (!visited.TryRead(listOffset, out ulong list) || list == 0)
                return;
            if (owner._candidates.Count < MaxCandidates)
                owner._candidates.Add(new DelegateCandidate(visited.Address, name, list, (int)count));
            else
                owner.UnreadCount++;
        }
    }
}
