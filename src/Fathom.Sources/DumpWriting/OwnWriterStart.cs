using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Target;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Starts the writer that lies beside the runtime of the process (<c>createdump</c>) as our own child. Where the runtime starts it, it writes some lines into
/// the standard output of the process, which may be a protocol or a log, and its memory and its page cache count for the process's container.
/// </summary>
/// <param name="processId">The process.</param>
/// <param name="program">The writer.</param>
internal sealed class OwnWriterStart(int processId, string program) : IWriterStart
{
    public string? Note => null;

    /// <summary>The writer beside the runtime of a process that sees the same files as we do; null where there is none.</summary>
    public static OwnWriterStart? Find(int processId)
    {
        string? folder = Path.GetDirectoryName(RuntimeModule.Find(processId).Path);
        string program = Path.Combine(folder ?? "/", "createdump");
        return File.Exists(program) ? new OwnWriterStart(processId, program) : null;
    }

    public async Task RunAsync(DumpKind kind, string path)
    {
        ProcessStartInfo start = new(program, [Option(kind), "--name", path, processId.ToString(CultureInfo.InvariantCulture)])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        using Process writer = Process.Start(start) ?? throw Failed("it did not start");
        writer.StandardInput.Close();
        Task<string> output = writer.StandardOutput.ReadToEndAsync(), error = writer.StandardError.ReadToEndAsync();
        await writer.WaitForExitAsync().ConfigureAwait(false);
        string said = await error.ConfigureAwait(false) + await output.ConfigureAwait(false);
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
