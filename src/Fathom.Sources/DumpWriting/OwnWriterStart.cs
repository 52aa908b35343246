using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Machine.Trust;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Starts the writer that lies beside the runtime of the process (<c>createdump</c>) as our own child. Where the runtime starts it, it writes some lines into
/// the standard output of the process, which may be a protocol or a log, and its memory and its page cache count for the process's container.
/// </summary>
/// <remarks>
/// It would run with our rights, and it loads the data access library beside it. Where others than root and ourselves can have put either there, the
/// runtime of the process starts its writer itself, with the rights of the process.
/// </remarks>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="program">The writer.</param>
internal sealed class OwnWriterStart(int processId, string program) : IWriterStart
{
    public string? Note => null;

    /// <summary>The writer beside the runtime of a process that sees the same files as we do; null where there is none, or it is not trusted.</summary>
    public static OwnWriterStart? Find(int processId)
    {
        string folder = Path.GetDirectoryName(RuntimeModule.Find(processId).Path) ?? "/";
        string program = Path.Combine(folder, "createdump");
        return IsTrusted(program) && IsTrusted(Path.Combine(folder, DacPlaces.FileName)) ? new OwnWriterStart(processId, program) : null;
    }

    // The folders above are looked at too, so nobody else can put another file there between this and the start.
    private static bool IsTrusted(string file)
    {
        using ITreeEntry? entry = TrustWalk.Look(file).File;
        return entry is not null;
    }

    // A writer that was started is ended by whoever watches it.
    public async Task RunAsync(DumpKind kind, string path, CancellationToken stop)
    {
        ProcessStartInfo start = new(program, [Option(kind), "--name", path, processId.ToString(CultureInfo.InvariantCulture)])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        using Process writer = Process.Start(start) ?? throw Failed("it did not start");
        writer.StandardInput.Close();
        Task<string> output = writer.StandardOutput.ReadToEndAsync(CancellationToken.None), error = writer.StandardError.ReadToEndAsync(CancellationToken.None);
        await writer.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        string said = await error.ConfigureAwait(false) + await output.ConfigureAwait(false);
        if (writer.ExitCode != 0 && said.Contains("ptrace(ATTACH", StringComparison.Ordinal))
            throw AccessErrors.HeldMeanwhile(processId);
        if (writer.ExitCode != 0)
            throw Failed(Reason(said) ?? string.Create(CultureInfo.InvariantCulture, $"it ended with {writer.ExitCode}"));
    }

    private FathomException Failed(string why) => FathomException.Target(
        $"The dump writer of process {processId} could not write: {why}.", "check the space on the disk and the rights to the folder, then try again");

    // "[createdump] Writing LOAD memory 0000000000000000 FAILED No space left on device (28)"; what is no failure is how far it came.
    private static string? Reason(string said) => said.Split('\n')
        .FirstOrDefault(static line => line.Contains("FAILED", StringComparison.OrdinalIgnoreCase) || line.Contains("error", StringComparison.OrdinalIgnoreCase))
        ?.Replace("[createdump]", "", StringComparison.Ordinal).Trim().TrimEnd('.');

    private static string Option(DumpKind kind) => kind switch
    {
        DumpKind.Mini => "--normal",
        DumpKind.Heap => "--withheap",
        DumpKind.Triage => "--triage",
        _ => "--full",
    };
}
