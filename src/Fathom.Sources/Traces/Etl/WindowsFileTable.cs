using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes what programs asked of files: a call and its end, which have the same address of a request, are one row.</summary>
/// <remarks>
/// The path is that by which the file was opened, else the one that the kernel has for it. Events of the provider of files count only where
/// the logger of the kernel has none, for both tell the same calls. An end without its call is left to the table of events.
/// </remarks>
internal sealed class WindowsFileTable : EventTable
{
    private const int MostOpen = 1 << 16;
    private const int MostObjects = 1 << 18;

    private readonly TracedMoment _now;
    private readonly EtlTrace _trace;
    private readonly WindowsPaths _paths;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<FileIoRow> _rows;
    private readonly Dictionary<ulong, OpenCall> _open = [];
    private readonly Dictionary<ulong, OpenedObject> _objects = [];
    private readonly Dictionary<uint, TextId> _errors = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="trace">Tells names of files.</param>
    /// <param name="paths">Gives paths their drives.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsFileTable(TracedMoment now, EtlTrace trace, WindowsPaths paths, IRecordingSink sink)
    {
        (_now, _trace, _paths, _sink, _rows) = (now, trace, paths, sink, new(sink));
        Consumer = new FileConsumer(this);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Calls that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Those of a file whose name the trace does not tell.</summary>
    public long Nameless { get; private set; }

    /// <summary>Calls whose fields make no sense; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private EventReaction? Bind(int hook, int version)
    {
        if (hook == KernelHook.FileDone)
            return (in NetTraceEvent at) => OnDone(FileCallFields.Read(at.Payload, hook, version, at.Trace.PointerSize));
        if (WindowsFileCall.Of(hook, _sink.Ids) is not { } call)
            return null;
        return call.IsPathOnly
            ? (in NetTraceEvent at) => OnPath(FileCallFields.Read(at.Payload, hook, version, at.Trace.PointerSize), call, at.Header.Ticks)
            : (in NetTraceEvent at) => OnCall(FileCallFields.Read(at.Payload, hook, version, at.Trace.PointerSize), call, at.Header.Ticks);
    }

    private void OnCall(FileCallFields fields, WindowsFileCall call, long ticks)
    {
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        bool isTold = _open.TryGetValue(fields.Request, out OpenCall before);
        if (isTold && before.IsPathOnly && before.Row.Call == call.Name)
        {
            _open[fields.Request] = before with { IsPathOnly = false };
            return;
        }

        FileIoRow row = Row(in fields, call, ticks);
        if (call.IsOpen)
            Opened(fields.FileObject, new OpenedObject(row.Path, row.Kind));
        Begin(fields.Request, new OpenCall(row, call.MovesBytes, call.IsWait, IsPathOnly: false));
        if (call.IsRelease)
            _objects.Remove(fields.FileObject);
    }

    // The path of what is renamed or deleted stands beside its call, before it or behind it.
    private void OnPath(FileCallFields fields, WindowsFileCall call, long ticks)
    {
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        _now.IsTaken = true;
        TextId path = _paths.Of(fields.Path);
        bool isThere = _open.TryGetValue(fields.Request, out OpenCall of) && !of.IsPathOnly && of.Row.Call == call.Name;
        FileIoRow row = isThere ? of.Row : Row(in fields, call, ticks);
        row = call.IsRename ? row with { ToPath = path } : row with { Path = path.HasValue ? path : row.Path };
        if (isThere)
            _open[fields.Request] = of with { Row = row };
        else
            Begin(fields.Request, new OpenCall(row, MovesBytes: false, IsWait: false, IsPathOnly: true));
    }

    private void OnDone(FileCallFields fields)
    {
        if (!fields.IsWhole || !_open.Remove(fields.Request, out OpenCall call))
            return;
        _now.IsTaken = true;
        bool isError = NtStatus.IsError(fields.Status);
        long? size = !call.MovesBytes || isError ? null : (long)Math.Min(fields.Further, long.MaxValue);
        Write(call.Row with
        {
            DurationNs = call.IsWait ? null : Math.Max(0, _now.Ns - call.Row.StartNs),
            SizeBytes = size,
            Error = isError ? ErrorOf(fields.Status) : TextId.None,
        });
    }

    private FileIoRow Row(in FileCallFields fields, WindowsFileCall call, long ticks)
    {
        (TextId path, TextId kind) = FileOf(in fields, call, ticks);
        return new FileIoRow(
            _now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, call.OperationOf(in fields), call.Name, kind, path, TextId.None,
            call.MovesBytes ? fields.Number : null, fields.Offset, TextId.None, _now.Stack);
    }

    private OpenedObject FileOf(in FileCallFields fields, WindowsFileCall call, long ticks)
    {
        if (call.IsOpen)
            return new OpenedObject(_paths.Of(fields.Path), _sink.Ids.Text(WindowsFileCall.KindOf(fields.Path, fields.Number)));
        if (_objects.TryGetValue(fields.FileObject, out OpenedObject opened) && opened.Path.HasValue)
            return opened;
        string? name = _trace.FileNames.Find(fields.FileKey, ticks) ?? _trace.FileNames.Find(fields.FileObject, ticks);
        return new OpenedObject(_paths.Of(name), _sink.Ids.Text(WindowsFileCall.KindOf(name, 0)));
    }

    private void Opened(ulong key, OpenedObject file)
    {
        if (_objects.Count >= MostObjects)
            _objects.Clear();
        _objects[key] = file;
    }

    private void Begin(ulong request, OpenCall call)
    {
        if (_open.Count >= MostOpen)
            WriteOpen();
        ref OpenCall place = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, request, out bool isTaken);
        // Its end was lost, or the trace has no ends.
        if (isTaken)
            Write(place.Row);
        place = call;
    }

    private void WriteOpen()
    {
        foreach (OpenCall call in _open.Values)
            Write(call.Row);
        _open.Clear();
    }

    private void Write(FileIoRow row)
    {
        _rows.Add(row);
        Count++;
        Nameless += row.Path.HasValue ? 0 : 1;
    }

    private TextId ErrorOf(uint status)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_errors, status, out bool isKnown);
        if (!isKnown)
            text = _sink.Ids.Text(NtStatus.NameOf(status));
        return text;
    }

    private readonly record struct OpenCall(FileIoRow Row, bool MovesBytes, bool IsWait, bool IsPathOnly);

    private readonly record struct OpenedObject(TextId Path, TextId Kind);

    private sealed class FileConsumer(WindowsFileTable table) : EventConsumer
    {
        private static readonly Guid s_provider = new(EtlTrace.FileProvider);

        /// <inheritdoc/>
        public override IReadOnlyList<EventProvider> Providers => [];

        /// <inheritdoc/>
        internal override EventReaction? Bind(EventMetadata metadata) =>
            metadata.Provider == KernelHook.Provider ? table.Bind(metadata.EventId, metadata.Version)
            : metadata.ProviderId == s_provider && !table._trace.HasFileCalls ? OfProvider(metadata) : null;

        // Its versions 0 and 1 have the fields of versions 2 and 3 of the kernel's events.
        private EventReaction? OfProvider(EventMetadata metadata) => WindowsFileCall.HookOf(metadata.EventId) is { } hook
            ? table.Bind(hook, metadata.Version + 2) : null;
    }
}
