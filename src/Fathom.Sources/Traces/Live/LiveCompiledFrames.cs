using Fathom.Files;
using Fathom.Formats.Elf;
using Fathom.Model;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Perf;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Live;

/// <summary>Finds what the runtime of a running process tells of the code that it compiled.</summary>
/// <remarks>It is looked for when it is first needed, by another thread: a file may let its reader wait for ever.</remarks>
/// <param name="pid">The process.</param>
internal sealed class LiveCompiledFrames(int pid) : ICompiledFrames, IDisposable
{
    private const int PatienceMs = 50;
    private const int MostAttempts = 5;
    private const long BetweenMs = 500;

    private readonly LiveMemory _memory = new LiveMemory(pid);
    private Task<IFrameTable?>? _opening;
    private IFrameTable? _frames;
    private long _notBeforeMs;
    private int _attempts;

    /// <inheritdoc/>
    public IFrameTable? Frames => _frames ?? Look();

    /// <inheritdoc/>
    public int ReadCode(ulong address, Span<byte> buffer)
    {
        try
        {
            return _memory.Read(address, buffer);
        }
        catch (FathomException)
        {
            // The process has ended, or is not ours to read.
            return 0;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _memory.Dispose();

    private IFrameTable? Look()
    {
        // A runtime that has just been started does not tell yet.
        if (_opening is null && (_attempts == MostAttempts || Environment.TickCount64 < _notBeforeMs))
            return null;
        bool isNew = _opening is null;
        _opening ??= Task.Run(Open);
        if (isNew ? !_opening.Wait(PatienceMs) : !_opening.IsCompleted)
            return null;
        _frames = _opening.Result;
        _opening = null;
        _attempts++;
        _notBeforeMs = Environment.TickCount64 + BetweenMs;
        return _frames;
    }

    private IFrameTable? Open()
    {
        try
        {
            // In a single file the runtime is in the program.
            string? program = ProcessProgram.PathOf(pid);
            foreach (MappedFile file in LiveMappings.Read(pid))
            {
                bool mayHaveRuntime = file.FileOffset == 0 && (file.Path == program || file.Path.EndsWith("/libcoreclr.so", StringComparison.Ordinal));
                if (mayHaveRuntime && (Described(file) ?? Laid(file)) is { } code)
                    return new CompiledFrames(_memory, code);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FathomException)
        {
            // The process has ended, or is not ours to read.
            return null;
        }

        return null;
    }

    private CompiledCode? Described(MappedFile file) =>
        VariableOf(file, RuntimeDescriptor.SymbolUtf8, out _) is { } address
            && RuntimeDescriptor.Read(_memory, address, file.Start) is { } descriptor
            ? CompiledCode.Of(_memory, descriptor)
            : null;

    private CompiledCode? Laid(MappedFile file) =>
        VariableOf(file, CompiledCodeLayout.TableSymbolUtf8, out string path) is { } table && FileVersionText.Find(path) is { } version
            ? CompiledCode.Of(_memory, table, version, ExecutableMappings.Compiled(pid))
            : null;

    private ulong? VariableOf(MappedFile file, ReadOnlySpan<byte> name, out string path)
    {
        foreach (string known in (string[])[MapFile.PathOf(pid, file.Start, file.End), $"/proc/{pid}/root{file.Path}"])
        {
            path = known;
            using SafeFileHandle? opened = RegularFile.TryOpen(path, out _);
            if (opened is not null && ElfSymbols.FindVariable(FileReading.ReaderOf(opened), name) is { } distance)
                return file.Start + distance;
        }

        path = "";
        return null;
    }
}
