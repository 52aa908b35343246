using Fathom.Formats.NetTrace;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Takes only what runtimes tell of their code, by process. Stacks of another trace are told apart by it before the events themselves are read.</summary>
/// <param name="header">The stream.</param>
/// <param name="names">Keeps the names of methods.</param>
/// <param name="byPid">Gets the code.</param>
internal sealed class CodeToldSink(NetTraceHeader header, MethodNames names, Dictionary<int, MethodMap> byPid) : INetTraceSink
{
    private const int MostProcesses = 4096;

    private readonly TracedClock _clock = new(header);
    private readonly List<EventConsumer> _consumers = [];
    private MethodMap? _methods;
    private long _clockNs;

    /// <inheritdoc/>
    public void OnMetadata(EventMetadata metadata)
    {
        if (_consumers.Count == 0)
        {
            _consumers.Add(new MethodConsumer
            {
                OnLoaded = (in EventOrigin _, in MethodCode code) => _methods!.Load(code, code.IsCompiled ? _clockNs : null),
                OnUnloaded = (in EventOrigin _, in MethodCode code) => _methods!.Unload(code, _clockNs),
            });
            _consumers.Add(new MethodRundownConsumer((in EventOrigin _, in MethodCode code) => _methods!.AddLast(code)));
        }

        metadata.Tag = _consumers.Select(consumer => consumer.Bind(metadata)).FirstOrDefault(static reaction => reaction is not null);
    }

    /// <inheritdoc/>
    public void OnEvent(in NetTraceEvent at)
    {
        if (at.Metadata.Tag is not EventReaction reaction)
            return;
        if (!_clock.TrySinceStart(at.Header.Ticks, out long since))
            return;
        int pid = (int)at.ProcessId;
        if (!byPid.TryGetValue(pid, out _methods))
        {
            if (byPid.Count == MostProcesses)
                return;
            byPid.Add(pid, _methods = new MethodMap(names));
        }

        _clockNs = _clock.StartNs + since;
        reaction(at);
    }
}
