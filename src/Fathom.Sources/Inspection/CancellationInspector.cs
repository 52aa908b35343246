using System.Runtime.InteropServices;
using Fathom.Model.Inspection;
using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Counts CancellationTokenSources that were neither cancelled nor disposed, and the callbacks registered with each. A callback is a <c>CallbackNode</c>
/// with an <c>Id</c> other than 0; it refers to the <c>Registrations</c> of its source.
/// </summary>
/// <param name="unknown">Notes types with other fields than those that are known.</param>
internal sealed class CancellationInspector(UnknownTypes unknown) : IObjectInspector
{
    private const string SourceName = "System.Threading.CancellationTokenSource";

    /// <summary>Fewer callbacks than this are not told source by source.</summary>
    private const int MinCallbacks = 100;

    private const int MaxSources = 1_000_000;
    private const int MaxShown = 64;

    private readonly List<Sources> _sources = [];
    private readonly Dictionary<ulong, long> _callbacks = [];

    /// <summary>Callbacks that were not counted because too many sources have some.</summary>
    public long UnreadCount { get; private set; }

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (TypeInspector.IsOrDerives(type, SourceName))
            return OfSource(type);
        if (type.Name != SourceName + "+CallbackNode")
            return null;
        return unknown.Offsets(type, "Id", "Registrations") is [var id, var registrations] ? new Nodes(this, id, registrations) : null;
    }

    /// <summary>What piles up.</summary>
    /// <param name="heap">Of the stopped target.</param>
    public List<Pile> Read(ClrHeap heap)
    {
        List<Pile> piles = [.. _sources.Where(static sources => sources.Count > 0)
            .Select(static sources => new Pile(PileKinds.CancellationSource, sources.Name, null, sources.Count))];
        foreach ((ulong registrations, long count) in _callbacks.Where(static entry => entry.Value >= MinCallbacks).OrderByDescending(static entry => entry.Value).Take(MaxShown))
        {
            // Registrations keeps its source.
            ClrObject source = heap.GetObject(registrations).TryReadObjectField("Source", out ClrObject found) ? found : default;
            piles.Add(new Pile(PileKinds.CancellationCallback, source.Type?.Name ?? SourceName, source.IsValid ? source.Address : registrations, count));
        }

        return piles;
    }

    private Sources? OfSource(ClrType type)
    {
        if (unknown.Offsets(type, "_state", "_disposed") is not [var state, var disposed])
            return null;
        Sources sources = new(type.Name ?? SourceName, state, disposed);
        _sources.Add(sources);
        return sources;
    }

    private sealed class Sources(string name, int stateOffset, int disposedOffset) : TypeInspector
    {
        // CancellationTokenSource.States.NotCanceledState.
        private const int NotCancelled = 0;

        public string Name { get; } = name;

        public long Count { get; private set; }

        public override void Inspect(in VisitedObject visited)
        {
            bool isOpen = !visited.IsYoung
                && visited.TryRead(stateOffset, out int state) && state == NotCancelled
                && visited.TryRead(disposedOffset, out byte disposed) && disposed == 0;
            Count += isOpen ? 1 : 0;
        }
    }

    private sealed class Nodes(CancellationInspector owner, int idOffset, int registrationsOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (visited.IsYoung || !visited.TryRead(idOffset, out long id) || id == 0 || !visited.TryRead(registrationsOffset, out ulong registrations))
                return;
            if (owner._callbacks.Count < MaxSources || owner._callbacks.ContainsKey(registrations))
                CollectionsMarshal.GetValueRefOrAddDefault(owner._callbacks, registrations, out _)++;
            else
                owner.UnreadCount++;
        }
    }
}
