using Fathom.Model;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Sources.Events;

/// <summary>Why a process gives no events.</summary>
internal static class EventErrors
{
    public static FathomException Explain(int processId, Exception failure, TimeSpan limit) => failure switch
    {
        OperationCanceledException or TimeoutException => FathomException.Target(
            $"Process {processId} did not answer on its diagnostic port within {limit.TotalSeconds:0.#} s.",
            "see whether it is stopped: fathom info shows the state of its threads",
            failure),
        UnauthorizedAccessException => FathomException.Target(
            $"The diagnostic port of process {processId} belongs to another user.", "run it as the user of the process or with sudo", failure),
        UnsupportedCommandException or ServerErrorException => FathomException.Target(
            $"The runtime of process {processId} refuses an event session: {failure.Message.TrimEnd('.')}.", "runtimes since .NET Core 3.0 have them", failure),
        _ when !Directory.Exists($"/proc/{processId}") => FathomException.Target(
            $"There is no process {processId}.", "list the .NET processes with: fathom ps", failure),
        _ => FathomException.Target(
            $"Process {processId} has no diagnostic port: it is no .NET process, or it runs with DOTNET_EnableDiagnostics=0, or its temporary folder is out of reach.",
            "list the .NET processes with: fathom ps",
            failure),
    };
}
