using Fathom.Files;
using Fathom.Formats;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Live;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// One dump of a process that may live in another mount namespace, such as that of a container. There the writer, which sees the files that the process sees,
/// writes into the process's <c>/tmp</c>, and the file is taken over from there.
/// </summary>
/// <remarks>
/// A writer opens its file by a path, and follows links. Our own one has our rights, so it writes into a folder that nobody else can change (<see cref="HelperFolder"/>), and the file is moved from
/// there. One that the runtime starts has the rights of the process and could not enter such a folder: it writes where the dump will lie, and can harm nothing that the process could not harm itself.
/// </remarks>
public sealed class DumpRequest : IDisposable
{
    /// <summary>Begin of the name of the folder that the writer writes into.</summary>
    public const string FolderPrefix = ".fathom-dump-";

    private const int CopyBytes = 1024 * 1024;
    private const string NameInFolder = "core";

    private readonly int _processId;
    private readonly string _file;
    private readonly string _seenByTarget;
    private readonly string _seenByUs;
    private readonly IWriterStart _start;
    private readonly HelperFolder? _folder;
    private DumpGuardProcess? _guard;

    private DumpRequest(int processId, DumpKind kind, string file, DumpEstimate estimate)
    {
        _processId = processId;
        Kind = kind;
        _file = file;
        Estimate = estimate;
        bool isElsewhere = !SharedFiles.With(processId);
        OwnWriterStart? own = isElsewhere ? null : OwnWriterStart.Find(processId);
        _folder = own is null ? null : HelperFolder.Plan(file, FolderPrefix);
        _start = own is null ? new RuntimeWriterStart(processId) : own;
        _seenByTarget = isElsewhere ? $"/tmp/{Path.GetFileName(file)}" : _folder?.PathOf(NameInFolder) ?? file;
        _seenByUs = isElsewhere ? $"/proc/{processId}/root{_seenByTarget}" : _seenByTarget;
    }

    /// <summary>How much is written: more than was asked for where the writer of the runtime knows nothing else.</summary>
    public DumpKind Kind { get; }

    /// <summary>What a reader must know of the way it is written.</summary>
    public IReadOnlyList<string> Notes { get; private set; } = [];

    /// <summary>What it will need.</summary>
    public DumpEstimate Estimate { get; }

    /// <summary>What a kind is called on the command line.</summary>
    public static string Name(DumpKind kind) => kind.ToString().ToLowerInvariant();

    /// <summary>Looks at the process and touches nothing.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="kind">How much is written.</param>
    /// <param name="file">The temporary name of the dump.</param>
    /// <exception cref="FathomException">The process is gone, or may not be read or traced.</exception>
    public static DumpRequest Prepare(int processId, DumpKind kind, string file)
    {
        new TargetAccess(new ProcessScanner()).Check(processId);
        StillTarget.CheckWriter(processId);
        try
        {
            if (StartingRuntime.IsYoung(processId))
                StartingRuntime.Wait(processId, RuntimeModule.Find(processId).IsShared);
            DumpKind written = KindOf(processId, kind);
            using FileStream maps = new($"/proc/{processId}/maps", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            DumpEstimate estimate = DumpEstimate.Of(written, SmapsParser.Read(maps), ProcessThreads.Of(processId).Count, ReadingPace.Of(processId));
            DumpRequest request = new(processId, written, file, estimate);
            string? more = written == kind ? null : $"Process {processId} is a single-file program, and its runtime's dump writer supports full dumps only; so a full one is written.";
            request.Notes = [.. new[] { more, request._start.Note }.OfType<string>()];
            return request;
        }
        catch (Exception e) when (e is IOException && EndingProcess.Is(processId))
        {
            throw TargetErrors.Gone(processId);
        }
    }

    /// <summary>
    /// Starts the process that ends the writer when this one is killed; <see cref="Write"/> waits until it stands guard. Begin it before anything is made that it
    /// would have to remove. Disposing dismisses it.
    /// </summary>
    /// <param name="fathom">How this program is started.</param>
    /// <param name="leftovers">What the guard removes.</param>
    public IDisposable BeginGuard(IReadOnlyList<string> fathom, DumpLeftovers leftovers) =>
        _guard = DumpGuardProcess.Start(fathom, _processId, _seenByTarget, leftovers with { Partial = [.. leftovers.Partial, _folder?.FullName ?? _seenByUs] });

    /// <summary>Lets the writer of the process's runtime write the dump. When it is stopped, the writer is ended and the process runs.</summary>
    /// <param name="progress">Told how the file grows.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The runtime does not answer, or says that it could not write.</exception>
    public DumpWritten Write(IProgress<Progress> progress, CancellationToken stop)
    {
        _guard?.WaitUntilReady();
        DumpWriter writer = new(_processId, Kind, _seenByTarget, _start);
        try
        {
            MakeFolder();
            writer.Write(_seenByUs, Estimate.SizeBytes, progress, stop);
            TakeOver(progress, stop);
            return new DumpWritten(writer.StopTimestamp, writer.Pause);
        }
        catch (Exception e)
        {
            bool isGone = !TryDelete(_seenByUs);
            if (isGone && e is FathomException && EndingProcess.Is(_processId))
                throw TargetErrors.Gone(_processId);
            throw;
        }
    }

    /// <summary>Removes the folder that the writer had.</summary>
    public void Dispose() => _folder?.Dispose();

    private void MakeFolder()
    {
        try
        {
            _folder?.Make();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{Path.GetDirectoryName(_file)}' cannot be written to: {e.Message}", "name another place with -o", e);
        }
    }

    // The folder is seen through the process: when that has ended, there is none any more.
    private static bool TryDelete(string file)
    {
        try
        {
            File.Delete(file);
            return true;
        }
        catch (DirectoryNotFoundException)
        {
            return false;
        }
    }

    // The folder belongs to the container: what lies there by now may be a pipe, which has no end, or lead to one.
    private void TakeOver(IProgress<Progress> progress, CancellationToken stop)
    {
        try
        {
            _folder?.MoveOut(NameInFolder, Path.GetFileName(_file));
            if (_folder is not null || _seenByUs == _file)
            {
                // Before it is looked at: nobody else can change it afterwards.
                OwnFile.TakeOver(_file);
                return;
            }

            using SafeFileHandle written = RegularFile.TryOpen(_seenByUs, out long length)
                ?? throw FathomException.Target($"The dump of process {_processId} is not where its writer should have put it, '{_seenByTarget}' of the container.", "try again");
            using FileStream file = OwnFile.Remake(_file, bufferSize: 0);
            byte[] buffer = new byte[CopyBytes];
            for (long done = 0; done < length;)
            {
                stop.ThrowIfCancellationRequested();
                progress.Report(new Progress("copying the dump out of the container", done, length));
                int count = FileProbe.Read(written, done, buffer.AsSpan(0, (int)Math.Min(CopyBytes, length - done)));
                if (count == 0)
                    break;
                file.Write(buffer.AsSpan(0, count));
                done += count;
            }

            File.Delete(_seenByUs);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"The dump cannot be copied to '{_file}': {e.Message}", "check the space on the disk, or name another file with -o", e);
        }
    }

    // A full dump has all that a heap dump has; smaller ones are wanted because they are small.
    private static DumpKind KindOf(int processId, DumpKind kind)
    {
        if (kind == DumpKind.Full || RuntimeModule.Find(processId).IsShared)
            return kind;
        return kind == DumpKind.Heap ? DumpKind.Full : throw FathomException.Target(
            $"Process {processId} is a single-file program, and its runtime's dump writer supports full dumps only, no {Name(kind)} ones.", "--kind full");
    }
}
