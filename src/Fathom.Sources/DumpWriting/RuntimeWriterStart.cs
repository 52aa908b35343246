using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Targets.Ports;

namespace Fathom.Sources.DumpWriting;

/// <summary>Asks the runtime of the process to start its writer, by its diagnostic port: for a process in a container, whose files we do not see.</summary>
/// <param name="processId">Number of the process (pid).</param>
internal sealed class RuntimeWriterStart(int processId) : IWriterStart
{
    private const uint NoFlags = 0;

    public string Note => $"The runtime of process {processId} starts the writer, which prints some lines into the standard output of the process.";

    public Task RunAsync(DumpKind kind, string path, CancellationToken stop) => Task.Run(
        () =>
        {
            byte[] content = [.. RuntimePort.Text(path), .. BitConverter.GetBytes(Number(kind)), .. BitConverter.GetBytes(NoFlags)];
            try
            {
                Ask(RuntimeCommand.WriteDumpWithReason, content, stop);
            }
            catch (RuntimeRefusal e) when (e.IsUnknownCommand)
            {
                Ask(RuntimeCommand.WriteDump, content, stop);
            }
        },
        CancellationToken.None);

    // From the last byte on, the runtime has a writer; it answers when that has been ended, and not before.
    private void Ask(RuntimeCommand command, byte[] content, CancellationToken stop)
    {
        using CancellationTokenSource beginning = new();
        using CancellationTokenRegistration link = stop.Register(beginning.Cancel);
        try
        {
            new RuntimePort(processId).Ask(
                command,
                content,
                RuntimePort.UsualLimit,
                () =>
                {
                    link.Dispose();
                    beginning.Token.ThrowIfCancellationRequested();
                },
                beginning.Token);
        }
        catch (RuntimeRefusal e) when (!e.IsUnknownCommand)
        {
            throw FathomException.Target(
                $"The runtime of process {processId} could not write the dump: {e.Message}.",
                "the writer runs as the user of the process: check that this user may write to its /tmp, and the space there",
                e);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            stop.ThrowIfCancellationRequested();
        }
    }

    // As the command has it.
    private static uint Number(DumpKind kind) => kind switch
    {
        DumpKind.Mini => 1,
        DumpKind.Heap => 2,
        DumpKind.Triage => 3,
        _ => 4,
    };
}
