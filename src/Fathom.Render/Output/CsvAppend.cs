using System.Text;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Render.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Render.Output;

/// <summary>
/// Adds rows to a CSV file: the header only to a new or empty one, and no row to a file with another header. The file is locked meanwhile, the
/// rows go out in one write and are flushed to the disk.
/// </summary>
/// <remarks>
/// A crash in the middle of that write leaves a row without its end. The next append sees this and refuses, so half a row is never taken for whole.
/// </remarks>
public static class CsvAppend
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_retry = TimeSpan.FromMilliseconds(20);

    /// <summary>Adds the rows.</summary>
    /// <param name="path">The file; it is made when it does not exist.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="trend">Leading columns; null for none.</param>
    /// <param name="stop">Ends waiting for the lock.</param>
    /// <exception cref="FathomException">Another header, a damaged end, a lock that is kept, no right to write (<see cref="ExitCode.Target"/>); the file is as it was.</exception>
    public static void Write(string path, ResultTable rows, TrendContext? trend, CancellationToken stop)
    {
        Try(path, () => WhileLocked(path, OwnFile.OpenOrMake(path), FileAccess.ReadWrite, file => Add(file, path, rows, trend), stop));
    }

    /// <summary>
    /// Refuses a file with another header before any work is done; it may still change until the rows are written, when it is looked at again.
    /// </summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="rows">A table with the columns that will be appended.</param>
    /// <param name="withTrend">Whether the leading columns will stand before them.</param>
    /// <param name="stop">Ends waiting for the lock.</param>
    /// <exception cref="FathomException">Another header or a damaged end (<see cref="ExitCode.Target"/>).</exception>
    public static void Check(string path, ResultTable rows, bool withTrend, CancellationToken stop)
    {
        NewFile.Check(path, mayExist: true);
        if (!File.Exists(path))
            return;
        Try(path, () => WhileLocked(path, RegularFile.OpenHandle(path), FileAccess.Read, file => CsvTail.Check(file, path, CsvRenderer.Header(rows, withTrend)), stop));
    }

    private static void Add(FileStream file, string path, ResultTable rows, TrendContext? trend)
    {
        string header = CsvRenderer.Header(rows, trend is not null);
        string lineEnd = CsvTail.Check(file, path, header);
        using StringWriter text = new();
        if (file.Length == 0)
            text.Write(header + lineEnd);
        CsvRenderer.WriteRows(rows, text, trend, lineEnd);
        long end = file.Length;
        try
        {
            RandomAccess.Write(file.SafeFileHandle, Encoding.UTF8.GetBytes(text.ToString()), end);
            file.Flush(flushToDisk: true);
        }
        catch (IOException)
        {
            // A full disk takes a part; what was there stays and nothing else.
            RandomAccess.SetLength(file.SafeFileHandle, end);
            throw;
        }
    }

    private static void Try(string path, Action work)
    {
        try
        {
            work();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target(
                $"Cannot append to '{path}': {NewFile.Reason(failure)}", "name a file in a folder where you may write, with enough space", failure);
        }
    }

    // The lock is an advisory one of the system: processes that append wait for each other, other readers are not disturbed.
    private static void WhileLocked(string path, SafeFileHandle handle, FileAccess access, Action<FileStream> use, CancellationToken stop)
    {
        using FileStream file = new(handle, access, bufferSize: 0);
        long start = Environment.TickCount64;
        while (!FileLock.TryTake(handle, isShared: access == FileAccess.Read))
        {
            if (Environment.TickCount64 - start > s_patience.TotalMilliseconds)
                throw FathomException.Target($"Cannot append to '{path}': another process has locked it for {s_patience.TotalSeconds} s.", "try again when that process has ended");
            stop.WaitHandle.WaitOne(s_retry);
            stop.ThrowIfCancellationRequested();
        }

        try
        {
            use(file);
        }
        finally
        {
            FileLock.Release(handle);
        }
    }
}
