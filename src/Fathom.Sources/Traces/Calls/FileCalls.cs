using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Turns recorded system calls into rows: follows which file each descriptor of each process leads to.</summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="isArm">Whether the numbers of calls are those of arm64.</param>
internal sealed class FileCalls(IRecordingSink sink, bool isArm)
{
    private const long ClosesAtExec = 0x80000;
    private const int CurrentFolder = -100;
    private const int Duplicate = 0;
    private const int SetFlags = 2;
    private const int DuplicateClosing = 1030;
    private const int CommandValue = 2;
    private const long OnlyAtExec = 4;

    private readonly RowBatch<FileIoRow> _rows = new(sink);
    private readonly PathTexts _paths = new();
    private readonly Dictionary<int, OpenedFiles> _byProcess = [];
    private readonly CallRows?[] _calls = CallRows.ByNumber(sink.Ids, isArm);
    private readonly long _folderFlag = isArm ? 0x4000 : 0x10000;

    /// <summary>Records that were too short, or of calls that no profile has.</summary>
    public long Damaged { get; private set; }

    /// <summary>A record.</summary>
    /// <param name="raw">Its fields.</param>
    /// <param name="at">Who, when, and where.</param>
    /// <param name="hasRow">Whether the recording is about the process.</param>
    public void On(ReadOnlySpan<byte> raw, in CallMoment at, bool hasRow)
    {
        if (!SystemCall.TryRead(raw, out SystemCall call))
        {
            Damaged++;
            return;
        }

        OpenedFiles files = Of(at.Pid);
        if (call.Kind == SystemCallKind.Folder)
            files.Folder ??= Encoding.UTF8.GetString(call.Path);
        else if (call.Kind == SystemCallKind.Descriptor)
            files.HadOpen((int)call.Argument(0),
                OpenedFile.Named(Encoding.UTF8.GetString(call.Path), call.StartNs, (call.Argument(1) & ClosesAtExec) != 0));
        else if (call.IsFollowed && (uint)call.Number < (uint)_calls.Length && _calls[call.Number] is { } known)
            OnCall(in call, known, files, in at, hasRow);
        else
            Damaged++;
    }

    /// <summary>A process began.</summary>
    public void Fork(int pid, int parent) =>
        _byProcess[pid] = _byProcess.TryGetValue(parent, out OpenedFiles? files) ? files.Copy() : new OpenedFiles();

    /// <summary>Another program began in a process.</summary>
    public void Exec(int pid) => _byProcess.GetValueOrDefault(pid)?.Exec();

    /// <summary>A process ended.</summary>
    public void Exit(int pid) => _byProcess.Remove(pid);

    /// <summary>The recording ended.</summary>
    public void End() => _rows.Flush();

    private OpenedFiles Of(int pid)
    {
        if (!_byProcess.TryGetValue(pid, out OpenedFiles? files))
            _byProcess.Add(pid, files = new OpenedFiles());
        return files;
    }

    private void OnCall(in SystemCall call, CallRows known, OpenedFiles files, in CallMoment at, bool hasRow)
    {
        RecordedCall shape = known.Shape;
        bool isError = ErrorNames.IsError(call.Result);
        OpenedFile? file = shape.Value(in call, CallArgument.Fd) is { } fd ? files.Find((int)fd) : null;
        string? path = shape.PlaceOf(CallArgument.Path) < 0 ? file?.Path : PathOf(in call, shape, files, isOther: false);
        if (hasRow && known.Operation is { } operation)
        {
            string? other = shape.PlaceOf(CallArgument.OtherPath) >= 0 ? PathOf(in call, shape, files, isOther: true)
                : shape.Value(in call, CallArgument.OtherFd) is { } to ? files.Find((int)to)?.Path : null;
            string kind = shape.PlaceOf(CallArgument.Fd) >= 0 ? file?.Kind ?? OpenedFile.Unknown
                : OpenedFile.KindOf(path, IsFolder(in call, shape));
            long? bytes = known.HasBytes && !isError && call.HasReturned ? call.Result : null;
            long? durationNs = call.HasReturned ? Math.Max(0, at.TimeNs - call.StartNs) : null;
            TextId error = isError ? sink.Ids.Text(ErrorNames.Of(call.Result)) : TextId.None;
            _rows.Add(new FileIoRow(
                at.Process, at.Thread, Math.Max(0, call.StartNs - at.OriginNs), durationNs, operation, known.Name,
                sink.Ids.Text(kind), sink.Ids.Text(path), sink.Ids.Text(other), bytes, shape.Value(in call, CallArgument.Offset), error, at.Stack));
        }

        if (call.HasReturned)
            Follow(in call, shape, files, path, file, isError, at.TimeNs);
    }

    private void Follow(in SystemCall call, RecordedCall shape, OpenedFiles files, string? path, OpenedFile? file, bool isError,
        long timeNs)
    {
        // The number of a descriptor is free after close, whatever that returns.
        if (shape.Operation == "close" && shape.Value(in call, CallArgument.Fd) is { } closed)
            files.Close((int)closed, call.StartNs);
        else if (isError)
            return;
        else if (shape.PlaceOf(CallArgument.Last) >= 0)
            files.CloseRange((uint)call.Argument(0), (uint)call.Argument(1), call.StartNs, (call.Argument(2) & OnlyAtExec) != 0);
        else if (shape.Name is "chdir" or "fchdir")
            files.Folder = path;
        else if (shape.Name == "fcntl")
            Control(in call, files, file, timeNs);
        else if (shape.Makes is { } kind)
            Make(in call, shape, files, kind, path, file, timeNs);
    }

    private void Make(in SystemCall call, RecordedCall shape, OpenedFiles files, string kind, string? path, OpenedFile? file, long timeNs)
    {
        // What the flags of openat2 are stands in memory.
        bool closes = shape.Value(in call, CallArgument.Flags) is { } flags ? (flags & ClosesAtExec) != 0 : shape.Name == "openat2";
        if (shape.PlaceOf(CallArgument.Pair) >= 0)
        {
            OpenedFile end = new(kind, null, timeNs, closes);
            files.Open(call.Pair.First, end);
            files.Open(call.Pair.Second, end);
        }
        else if (kind != RecordedCall.Same)
        {
            files.Open(call.Result, new OpenedFile(kind == OpenedFile.File ? OpenedFile.KindOf(path, IsFolder(in call, shape))
                : kind, path, timeNs, closes));
        }
        else if (file is not null)
        {
            files.Open(call.Result, file with { OpenedNs = timeNs, ClosesAtExec = closes });
        }
        else
        {
            // It leads to what is not known, and no longer to what it led to before.
            files.Close(call.Result, timeNs);
        }
    }

    private static void Control(in SystemCall call, OpenedFiles files, OpenedFile? file, long timeNs)
    {
        long command = call.Argument(1);
        if (file is null)
            return;
        if (command is Duplicate or DuplicateClosing)
            files.Open(call.Result, file with { OpenedNs = timeNs, ClosesAtExec = command == DuplicateClosing });
        else if (command == SetFlags)
            files.Open(call.Argument(0), file with { ClosesAtExec = (call.Argument(CommandValue) & 1) != 0 });
    }

    private bool IsFolder(in SystemCall call, RecordedCall shape) =>
        shape.Operation is "mkdir" || (shape.Operation == "open" && shape.Value(in call, CallArgument.Flags) is { } flags
            && (flags & _folderFlag) != 0);

    private string? PathOf(in SystemCall call, RecordedCall shape, OpenedFiles files, bool isOther)
    {
        if (!(isOther ? call.HasOtherPath : call.HasPath))
            return null;
        ReadOnlySpan<byte> name = isOther ? call.OtherPath : call.Path;
        long from = shape.Value(in call, isOther ? CallArgument.OtherDir : CallArgument.Dir) ?? CurrentFolder;
        string? folder = (int)from == CurrentFolder ? files.Folder : files.Find((int)from)?.Path;
        // An empty name stands for the descriptor itself.
        return name.IsEmpty && folder is null ? null : _paths.Of(folder, name);
    }
}
