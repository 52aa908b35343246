using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Formats.Csv;
using Fathom.Model;

namespace Fathom.Capture.Watching;

/// <summary>
/// Counts the types of a process in a process of its own (<c>fathom heap PID</c>), which ends afterwards: a watch that runs for hours keeps none of the memory
/// that reading a heap takes. The target is stopped as long as <c>heap</c> stops it.
/// </summary>
/// <param name="tool">The executable of Fathom.</param>
/// <param name="moreArguments">Further arguments of <c>heap</c>.</param>
/// <param name="failed">Told why types could not be counted, each time.</param>
public sealed class TypeCounter(string tool, IReadOnlyList<string> moreArguments, Action<string> failed)
{
    /// <summary>Counts; null when it could not be done.</summary>
    public IReadOnlyList<TypeCount>? Count(WatchedProcess process, CancellationToken stop)
    {
        string pid = process.Facts.Pid.ToString(CultureInfo.InvariantCulture);
        ProcessStartInfo start = new(tool, ["heap", "pid:" + pid, "--format", "csv", "-q", .. moreArguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        using Process child = Process.Start(start) ?? throw new InvalidOperationException($"'{tool}' did not start.");
        Task<string> errors = child.StandardError.ReadToEndAsync(CancellationToken.None);
        List<TypeCount> types = Read(child.StandardOutput);
        child.WaitForExit();
        if ((ExitCode)child.ExitCode is ExitCode.Ok or ExitCode.Partial && types.Count > 0)
            return types;
        if (!stop.IsCancellationRequested)
            failed($"the types of process {pid} could not be counted: {FirstLine(errors.Result)}");
        return null;
    }

    internal static List<TypeCount> Read(TextReader text)
    {
        List<TypeCount> types = [];
        CsvReader csv = new(text);
        if (!csv.Next(out IReadOnlyList<string> header))
            return types;
        List<string> names = [.. header];
        int type = names.IndexOf("type"), count = names.IndexOf("count"), size = names.IndexOf("size_bytes");
        while (csv.Next(out IReadOnlyList<string> fields))
        {
            if (fields.Count == names.Count && Number(fields[count]) is { } objects && Number(fields[size]) is { } bytes)
                types.Add(new TypeCount(fields[type], objects, bytes));
        }

        return types;
    }

    private static long? Number(string text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    private static string FirstLine(string text) => text.Split('\n')[0] is { Length: > 0 } line ? line : "it printed nothing";
}
