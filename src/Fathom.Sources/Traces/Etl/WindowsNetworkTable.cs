using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what the Windows kernel tells of TCP and UDP.</summary>
/// <remarks>
/// The process is that in the fields: the event itself comes in whatever thread runs. Events of the provider count only where the logger of
/// the kernel has none, for both tell the same.
/// </remarks>
internal sealed class WindowsNetworkTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly TracedProcesses _processes;
    private readonly IRecordingSink _sink;
    private readonly NetworkConnections _connections;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="processes">Has the processes.</param>
    /// <param name="trace">Tells whether the logger of the kernel recorded the network.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsNetworkTable(TracedMoment now, TracedProcesses processes, EtlTrace trace, IRecordingSink sink)
    {
        (_now, _processes, _sink, _connections) = (now, processes, sink, new(sink));
        Consumer = new NetworkConsumer(this, trace.HasNetwork);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Events that have a row.</summary>
    public long Count => _connections.Count;

    /// <inheritdoc cref="NetworkConnections.Forgotten"/>
    public long Forgotten => _connections.Forgotten;

    /// <summary>Events whose fields are too short; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End() => _connections.End();

    private EventReaction? Bind(NetworkCall? call)
    {
        if (call is null)
            return null;
        TextId operation = _sink.Ids.Text(call.Operation);
        if (call.Operation == "fail")
            return (in NetTraceEvent at) => OnFailed(NetworkFields.FailureOf(at.Payload), call.IsUdp, operation);
        bool isTurned = call is { IsUdp: true, Operation: "receive" }, isTransfer = call.Operation is "send" or "receive" or "retransmit";
        // All others come in whatever thread runs.
        bool isAsked = call.Operation is "send" or "connect";
        NetworkStep step = call.Operation switch
        {
            "connect" or "accept" => NetworkStep.Begins,
            "disconnect" => NetworkStep.Ends,
            "reconnect" => NetworkStep.Tries,
            _ => NetworkStep.Within,
        };
        return (in NetTraceEvent at) => On(NetworkFields.Read(at.Payload, call.IsWide, isTurned), call.IsUdp, operation, isTransfer, isAsked, step);
    }

    private void On(NetworkFields fields, bool isUdp, TextId operation, bool isTransfer, bool isAsked, NetworkStep step)
    {
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        _now.Process = _processes.Of(fields.Pid);
        _connections.Add(isUdp, NetworkSide.Of(fields.Local, fields.LocalPort), NetworkSide.Of(fields.Remote, fields.RemotePort), step,
            Row(operation) with { SizeBytes = isTransfer ? fields.Size : null, StackId = isAsked ? _now.Stack : 0 });
    }

    private void OnFailed(string? why, bool isUdp, TextId operation)
    {
        if (why is null)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        _connections.AddUnknown(isUdp, Row(operation) with { ProcessId = 0, StackId = 0, Error = _sink.Ids.Text(why) });
    }

    private NetworkIoRow Row(TextId operation) => new(
        _now.Ns, _now.ProcessNumber, 0, TextId.None, operation, TextId.None, null, TextId.None, null, null, null, TextId.None, _now.Stack);

    private sealed class NetworkConsumer(WindowsNetworkTable table, bool isToldByKernel) : EventConsumer
    {
        private static readonly Guid s_provider = new(EtlTrace.NetworkProvider);

        /// <inheritdoc/>
        public override IReadOnlyList<EventProvider> Providers => [];

        /// <inheritdoc/>
        internal override EventReaction? Bind(EventMetadata metadata) => table.Bind(
            metadata.Provider == KernelHook.Provider ? NetworkCall.OfHook(metadata.EventId, metadata.Version)
            : metadata.ProviderId == s_provider && !isToldByKernel ? NetworkCall.OfProvider(metadata.EventId) : null);
    }
}
