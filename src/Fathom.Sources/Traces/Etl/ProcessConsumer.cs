using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Wants what the logger of the kernel tells of processes, threads and mapped files, and what the provider of processes tells where the former is absent.</summary>
/// <param name="table">Takes it.</param>
/// <param name="trace">Tells what there is.</param>
/// <param name="bind">What to do with an event of the kernel's logger; null where it is not wanted.</param>
internal sealed class ProcessConsumer(WindowsProcessTable table, EtlTrace trace, Func<int, EventReaction?> bind) : EventConsumer
{
    private const int There = 15;

    private static readonly Guid s_provider = new(EtlTrace.ProcessProvider);

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers => [];

    /// <inheritdoc/>
    internal override EventReaction? Bind(EventMetadata metadata) =>
        metadata.Provider == KernelHook.Provider ? bind(metadata.EventId)
        : metadata.ProviderId == s_provider ? OfProvider(metadata.EventId, metadata.Version) : null;

    private EventReaction? OfProvider(int id, int version) => id switch
    {
        1 or There when !trace.HasProcesses => (in NetTraceEvent at) =>
            table.TakeStart(ProcessEventFields.ReadStart(at.Payload, version, id == There), hasBegun: id != There),
        2 when !trace.HasProcesses => (in NetTraceEvent at) => table.TakeStop(ProcessEventFields.ReadStop(at.Payload, version)),
        3 or 4 when !trace.HasThreads => (in NetTraceEvent at) =>
        {
            PayloadReader fields = at.Fields();
            (uint pid, uint tid) = (fields.UInt32(), fields.UInt32());
            table.TakeThread(pid, tid, isWhole: !fields.IsShort, hasBegun: id == 3);
        },
        5 when !trace.HasImages => (in NetTraceEvent at) => table.TakeImage(at.Payload, at.Trace.PointerSize),
        6 when !trace.HasImages => (in NetTraceEvent at) => table.TakeUnload(),
        _ => null,
    };
}
