using Fathom.Cli.Frame;
using Fathom.Render.Text;
using Fathom.Sources.Targets.Dac;

namespace Fathom.Cli.Hosting;

/// <summary>Runs a command once more in a helper process, after the data access library of its target turned out to be somebody else's code.</summary>
internal static class HelperRun
{
    private static readonly string[] s_fileOptions = ["-o", "--output", "--save", "--rename"];

    /// <summary>Runs it, or reports why that is not possible.</summary>
    public static ExitCode Run(string[] args, UntrustedDacException untrusted, CommandContext context)
    {
        // A helper reads and writes with the rights of another user: what it writes would be that user's, and our files are not there for it.
        if (untrusted.ProcessId is null || !RuntimeVerbs.InHelper.Contains(CommandWords.Split(args).Word, StringComparer.Ordinal) || OwnCommand.Line() is not [_, ..] command)
            throw untrusted;
        if (args.FirstOrDefault(IsFile) is { } file)
        {
            throw new FathomException(
                $"{untrusted.Message.TrimEnd('.')}; a helper process with the rights of the target could load it, but reads and writes no files of ours ('{file}').",
                $"leave out '{file}', or {untrusted.NextStep}",
                untrusted.ExitCode,
                untrusted);
        }

        return DacHelper.Run(
            untrusted,
            [.. command, CrashGuard.NotNeeded, .. WithDac(args, untrusted.Path)],
            user => context.Note($"{SafeText.Of(untrusted.Path)} could have been put there by another user, so a helper process reads the target as {user} without capabilities (docs/dac.md)"),
            text => context.Out.Write(SafeText.OfLines(text)),
            text => context.Error.Write(SafeText.OfLines(text)),
            context.Stop);
    }

    /// <summary>The same arguments with the library named.</summary>
    internal static string[] WithDac(string[] args, string path)
    {
        int end = Array.IndexOf(args, "--");
        int at = end < 0 ? args.Length : end;
        return [.. args[..at], "--dac", path, .. args[at..]];
    }

    private static bool IsFile(string arg) =>
        s_fileOptions.Any(option => arg == option || arg.StartsWith(option + "=", StringComparison.Ordinal) || arg.StartsWith(option + ":", StringComparison.Ordinal))
        || (!arg.StartsWith('-') && Path.Exists(arg));
}
