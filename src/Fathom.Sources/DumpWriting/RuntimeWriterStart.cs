using System.Globalization;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Processes;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Sources.DumpWriting;

/// <summary>Asks the runtime of the process to start its writer, by its diagnostics socket: for a process in a container, whose files we do not see.</summary>
/// <param name="processId">The process.</param>
internal sealed class RuntimeWriterStart(int processId) : IWriterStart
{
    public string Note => $"The runtime of process {processId} starts the writer, which prints some lines into the standard output of the process.";

    public async Task RunAsync(DumpKind kind, string path)
    {
        try
        {
            DiagnosticsClient client = await ConnectAsync().ConfigureAwait(false);
            await client.WriteDumpAsync(Type(kind), path, WriteDumpFlags.None, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception e) when (e is not FathomException)
        {
            throw Explain(e);
        }
    }

    // The runtime names the socket by the number that it knows itself by and the moment of its start, and puts it where it sees its temporary folder. Number 1 is
    // that of the first process of every container: where some share a folder, only the moment tells whose socket it is.
    private async Task<DiagnosticsClient> ConnectAsync()
    {
        int inner = ProcStatus.Of(processId)?.InnermostPid ?? processId;
        string folder = $"/proc/{processId}/root/tmp";
        string? socket = ProcStat.TryParse(File.ReadAllBytes($"/proc/{processId}/stat"), out ProcStat stat)
            ? string.Create(CultureInfo.InvariantCulture, $"{folder}/dotnet-diagnostic-{inner}-{stat.StartTicks}-socket")
            : null;
        if (!File.Exists(socket))
            return new DiagnosticsClient(processId);
        DiagnosticsClientConnector? connector = await DiagnosticsClientConnector.FromDiagnosticPort($"{socket},connect", CancellationToken.None).ConfigureAwait(false);
        return connector?.Instance ?? new DiagnosticsClient(processId);
    }

    private FathomException Explain(Exception error) => error switch
    {
        ServerErrorException => FathomException.Target(
            $"The runtime of process {processId} could not write the dump: {error.Message.Trim().ReplaceLineEndings(" ")}",
            "the writer runs as the user of the process: check that this user may write to its /tmp, and the space there",
            error),
        _ => FathomException.Target(
            $"Process {processId} does not answer on its diagnostics socket: {error.Message.Trim().ReplaceLineEndings(" ")}",
            "DOTNET_EnableDiagnostics=0 in its environment would switch it off",
            error),
    };

    private static DumpType Type(DumpKind kind) => kind switch
    {
        DumpKind.Mini => DumpType.Normal,
        DumpKind.Heap => DumpType.WithHeap,
        DumpKind.Triage => DumpType.Triage,
        _ => DumpType.Full,
    };
}
