using System.Runtime.CompilerServices;
using System.Text;
using Fathom.Cli.Completion;
using Fathom.Cli.Frame;
using Fathom.Cli.Hosting;
using Fathom.Files;
using Fathom.Recorder.Runtimes;
using Fathom.Render.Text;
using Fathom.Sources.DumpWriting;

namespace Fathom.Cli;

internal static class Program
{
    // What is called here loads assemblies, for which there may be no descriptors.
    private static int Main(string[] args) => ProcessLimit.SayTooFewFiles() ? (int)ExitCode.NotPossible : Run(args);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Run(string[] args)
    {
        using StandardStream output = new(StandardStream.Output);
        // Scripts ask for the version often; nothing else of the tool is loaded for it.
        if (args is ["--version"] or ["version"])
            return PrintVersion(output);

        if (args is [DumpGuard.Argument, _, _, _, _, ..])
        {
            DumpGuard.Run(args.AsSpan(1));
            return (int)ExitCode.Ok;
        }

        if (args is [StartGuard.Argument, _])
        {
            StartGuard.Run(args.AsSpan(1));
            return (int)ExitCode.Ok;
        }

        bool isGuarded = false;
        if (args is [GuardedSide.Argument, var guard, .. var guarded])
        {
            if (!GuardedSide.StayWith(guard))
                return (int)ExitCode.Terminated;
            (args, isGuarded) = (guarded, true);
        }
        else if (args is [CrashGuard.NotNeeded, .. var rest])
        {
            args = rest;
        }
        else if (args is not [Completer.Verb, ..] && CrashRisk.Of(args) is { } risk)
        {
            return CrashGuard.Run(args, risk);
        }

        WrittenRights.Close();
        // Before the database: asking the terminal loads a library, which would wait until that of the database is loaded.
        TerminalFacts terminal = TerminalFacts.OfThisProcess();
        CommandHost host = new(VerbCatalog.All);
        host.PrepareFor(args);
        using StandardStream error = new(StandardStream.Error);
        using Termination termination = new(isGuarded);
        using CommandContext context = CommandContext.OfThisProcess(output, error, terminal, termination);
        TemporaryFolder.Said = note => context.Note(SafeText.Of(note));
        int code = (int)host.Run(args, context, () => termination.ExitCode);
        if (OwnFile.TakeRefusals() is { } refusals)
            context.Note(SafeText.Of(refusals));
        return code;
    }

    private static int PrintVersion(StandardStream output)
    {
        try
        {
            output.Write(Encoding.UTF8.GetBytes($"{ToolVersion.Named}\n"));
        }
        catch (BrokenPipeException)
        {
            // The reader has gone; nothing failed here.
        }

        return (int)ExitCode.Ok;
    }
}
