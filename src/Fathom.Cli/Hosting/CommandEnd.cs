using Fathom.Cli.Frame;
using Fathom.Sources.Targets.Dac;

namespace Fathom.Cli.Hosting;

/// <summary>Turns every way that a command can end into an exit code.</summary>
internal static class CommandEnd
{
    /// <summary>Runs a command to its end, and says why where it is no good one.</summary>
    /// <param name="command">The command.</param>
    /// <param name="context">Streams, clock, terminal.</param>
    /// <param name="stoppedCode">The exit code of a command that was stopped by a signal.</param>
    /// <param name="inHelper">Runs it once more where the data access library of its target cannot be trusted; null where that is no way out.</param>
    public static ExitCode Of(Func<ExitCode> command, CommandContext context, Func<ExitCode> stoppedCode, Func<UntrustedDacException, ExitCode>? inHelper = null)
    {
        try
        {
            ExitCode code = command();
            context.Flush();
            Termination.WaitForEnd();
            return code;
        }
        catch (Exception) when (Termination.WaitForEnd())
        {
            // A filter is asked before anything is disposed of, and this one does not return where it would be true.
            throw;
        }
        catch (BrokenPipeException)
        {
            return ExitCode.Ok;
        }
        catch (UntrustedDacException untrusted) when (inHelper is not null)
        {
            return Of(() => inHelper(untrusted), context, stoppedCode);
        }
        catch (FathomException failure)
        {
            return ErrorReport.Write(failure, context);
        }
        catch (OperationCanceledException) when (context.Stop.IsCancellationRequested)
        {
            context.Error.WriteLine("stopped before the result was complete");
            return stoppedCode();
        }
        catch (Exception failure) when (MachineFailure.Of(failure) is { } sentence)
        {
            return ErrorReport.Write(sentence, context);
        }
        catch (Exception defect)
        {
            return ErrorReport.WriteDefect(defect, context);
        }
    }
}
