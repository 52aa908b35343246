using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.DumpWriting;

namespace Fathom.Capture.Dumps;

/// <summary>
/// Verifies the dump of a crash in a further process of Fathom. A crashed process may have destroyed its own memory, and the data access library, native code
/// that follows pointers of the dump, then ends whoever has loaded it.
/// </summary>
internal static class DumpProof
{
    private const string Note = "note: ";
    private const string Error = "error: ";
    private const string NotVerified = "The file is complete, but not verified. ";

    /// <summary>Verifies it.</summary>
    /// <param name="file">Path of the file.</param>
    /// <param name="kind">What it should hold.</param>
    /// <param name="options">How this program is started; where that is not known, it is verified in this process.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static DumpVerdict Of(string file, DumpKind kind, DumpOptions options, CancellationToken stop)
    {
        if (options.Fathom.Count == 0)
            return DumpVerifier.Verify(file, kind, options.Dac, stop);
        if (DumpVerifier.ProblemOfFile(file) is { } problem)
            return new DumpVerdict(false, false, null, problem);
        ProcessStartInfo start = new(
            options.Fathom[0],
            [.. options.Fathom.Skip(1), "dump", "--verify", file, "--kind", DumpRequest.Name(kind), "--format", "csv", .. options.Dac is { } dac ? ["--dac", dac] : Array.Empty<string>()])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process? process = TryStart(start, out string? lack);
        if (process is null)
            return new DumpVerdict(true, false, null, $"The process that should verify it did not start: {lack}");
        using CancellationTokenRegistration end = stop.Register(process.Kill);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        string said = process.StandardError.ReadToEnd();
        _ = output.GetAwaiter().GetResult();
        process.WaitForExit();
        stop.ThrowIfCancellationRequested();
        return process.ExitCode == (int)ExitCode.Ok ? new DumpVerdict(true, true, null, null) : new DumpVerdict(true, false, null, Reason(said, process.ExitCode));
    }

    private static Process? TryStart(ProcessStartInfo start, out string? lack)
    {
        lack = null;
        try
        {
            return Process.Start(start);
        }
        catch (Win32Exception e)
        {
            // Such as the limit of processes.
            lack = e.Message;
            return null;
        }
    }

    private static string Reason(string said, int exitCode)
    {
        string? line = said.Split('\n').FirstOrDefault(static line => line.StartsWith(Error, StringComparison.Ordinal) || line.StartsWith(Note, StringComparison.Ordinal));
        return line is null
            ? string.Create(CultureInfo.InvariantCulture, $"The process that verified it ended with exit code {exitCode}.")
            : line[(line.IndexOf(": ", StringComparison.Ordinal) + 2)..].Replace(NotVerified, "", StringComparison.Ordinal);
    }
}
