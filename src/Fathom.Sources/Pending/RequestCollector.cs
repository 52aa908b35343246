using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Collects, while the heap is walked, what keeps HTTP requests: Kestrel's for incoming ones, connections of HttpClient for outgoing ones.</summary>
internal sealed class RequestCollector : IObjectInspector
{
    /// <summary>Most requests that are looked into.</summary>
    public const int MaxRequests = 10_000;

    // RequestProcessingStatus of Kestrel: the program answers (3), the head of the response is made (4) or sent (5).
    private const int AppStarted = 3;
    private const int HeadFlushed = 5;

    private readonly List<(ulong Address, int Status)> _incoming = [];
    private readonly HashSet<ulong> _connected = [];
    private Strange? _strange;

    /// <summary>Kestrel's objects with a request, and how far that is.</summary>
    public IReadOnlyList<(ulong Address, int Status)> Incoming => _incoming;

    /// <summary>Addresses of request messages that connections have.</summary>
    public IReadOnlySet<ulong> Connected => _connected;

    /// <summary>Incoming requests beyond the limit.</summary>
    public long OmittedIncoming { get; private set; }

    /// <summary>Outgoing requests beyond the limit.</summary>
    public long OmittedOutgoing { get; private set; }

    /// <summary>Objects that could not be read.</summary>
    public long UnreadableCount { get; private set; }

    /// <summary>Objects with other fields than those that are known.</summary>
    public long UnknownCount => _strange?.Count ?? 0;

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.Name == "System.Net.Http.HttpConnection")
            return TypeInspector.Offset(type, "_currentRequest") is >= 0 and var request ? new Connections(this, request) : _strange ??= new Strange();
        if (!TypeInspector.IsOrDerives(type, "Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol"))
            return null;
        return TypeInspector.Offset(type, "_requestProcessingStatus") is >= 0 and var status ? new Protocols(this, status) : _strange ??= new Strange();
    }

    private sealed class Strange : TypeInspector
    {
        public long Count { get; private set; }

        public override void Inspect(in VisitedObject visited) => Count++;
    }

    private sealed class Protocols(RequestCollector owner, int statusOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (!visited.TryRead(statusOffset, out int status))
                owner.UnreadableCount++;
            else if (status is < AppStarted or > HeadFlushed)
                return;
            else if (owner._incoming.Count < MaxRequests)
                owner._incoming.Add((visited.Address, status));
            else
                owner.OmittedIncoming++;
        }
    }

    private sealed class Connections(RequestCollector owner, int requestOffset) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (!visited.TryRead(requestOffset, out ulong request))
                owner.UnreadableCount++;
            else if (request == 0)
                return;
            else if (owner._connected.Count < MaxRequests)
                owner._connected.Add(request);
            else
                owner.OmittedOutgoing++;
        }
    }
}
