using System.Diagnostics;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Machine.Trust;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// Runs a command of Fathom once more in a process that has the rights of the target and no more, so that it may load a data access library which the
/// target's user could have put there. Nothing of it is believed but its text, and that is handed on by whoever started it.
/// </summary>
/// <remarks>
/// <para>
/// The rights are given up by <c>setpriv</c> of util-linux before Fathom starts in that process, as each thread of Linux has rights of its own and .NET has
/// several before the first line of a program runs. <c>setsid</c> comes first: a process that shares our terminal could type into it.
/// </para>
/// <para>
/// The helper gets pipes, an environment of its own and "/" as its folder: what we hold open, our variables and our folder may be what its user may not see.
/// </para>
/// </remarks>
public static class DacHelper
{
    private const int CouldNotStart = 126;
    private const int NotFound = 127;
    private const int FirstSignalCode = 128;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);
    private static readonly string[] s_folders = ["/usr/bin", "/bin"];
    private static readonly string[] s_kept = ["PATH", "LANG", "LC_ALL", "COLUMNS", "NO_COLOR", "CI", "DOTNET_ROOT"];

    /// <summary>Runs the command in a helper.</summary>
    /// <param name="untrusted">What must not be loaded here.</param>
    /// <param name="command">Program and arguments of the same command with <c>--dac</c>.</param>
    /// <param name="starting">Told the user of the helper just before it starts.</param>
    /// <param name="output">Takes its standard output.</param>
    /// <param name="error">Takes its standard error.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">No helper can have exactly the rights of the target, or it broke down.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    /// <remarks>What <paramref name="output"/> and <paramref name="error"/> throw ends the helper, and is thrown again.</remarks>
    public static ExitCode Run(
        UntrustedDacException untrusted, IReadOnlyList<string> command, Action<string> starting, Action<string> output, Action<string> error, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(untrusted);
        ProcessRights self = ProcessRights.Read("self") ?? throw Without(untrusted, "this process cannot read its own rights");
        ProcessRights target = (untrusted.ProcessId is int id ? ProcessRights.Read($"{id}") : null) ?? throw Without(untrusted, "the rights of the process cannot be read");
        HelperIdentity identity = HelperIdentity.Of(target, self, PtraceScope.Parse(ReadScope()) ?? 0, out string? lack) ?? throw Without(untrusted, lack!);
        string setSession = FindTool("setsid") ?? throw Without(untrusted, "setsid of util-linux is missing");
        string setRights = FindTool("setpriv") ?? throw Without(untrusted, "setpriv of util-linux is missing");
        ProcessStartInfo start = new(setSession, [setRights, .. identity.SetPrivArguments(self.UserIds[1] == 0), .. command])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        foreach (string name in start.Environment.Keys.Except(s_kept, StringComparer.Ordinal).ToList())
            start.Environment.Remove(name);
        start.Environment["DOTNET_EnableDiagnostics"] = "0";
        InheritedFiles.Keep();
        starting(UserText.Of(identity.UserId));
        return Wait(untrusted, start, output, error, stop);
    }

    /// <summary>Starts a helper, hands on what it says, and waits for its end.</summary>
    internal static ExitCode Wait(UntrustedDacException untrusted, ProcessStartInfo start, Action<string> output, Action<string> error, CancellationToken stop)
    {
        using Process helper = Start(untrusted, start);
        using CancellationTokenSource broken = CancellationTokenSource.CreateLinkedTokenSource(stop);
        helper.StandardInput.Close();
        Task ofOutput = RelayAsync(helper.StandardOutput, output, broken), ofError = RelayAsync(helper.StandardError, error, broken);
        using (broken.Token.Register(() => End(helper)))
            helper.WaitForExit();

        // What the helper may have started in turn must not hold us by its ends of the pipes.
        _ = Task.WhenAny(Task.WhenAll(ofOutput, ofError), Task.Delay(s_patience, CancellationToken.None)).GetAwaiter().GetResult();
        stop.ThrowIfCancellationRequested();
        foreach (Task relay in (Task[])[ofOutput, ofError])
        {
            if (relay.IsFaulted)
                relay.GetAwaiter().GetResult();
        }

        return helper.ExitCode switch
        {
            >= 0 and <= (int)ExitCode.NotPossible or (int)ExitCode.LimitBroken => (ExitCode)helper.ExitCode,
            CouldNotStart or NotFound => throw Without(untrusted, "the user of the process cannot run this Fathom, or setpriv was refused"),
            _ => throw FathomException.Target(
                $"The helper process that read process {untrusted.ProcessId} failed ({EndOf(helper.ExitCode)}); it had loaded {untrusted.Path}.",
                "name the data access library of exactly the same build from a place that you trust with --dac PATH (docs/dac.md)"),
        };
    }

    private static string EndOf(int code) => code > FirstSignalCode ? $"signal {code - FirstSignalCode}" : $"exit code {code}";

    private static void End(Process helper)
    {
        _ = SignalCalls.TrySend(helper.Id, SignalCalls.Terminate);
        _ = Task.Delay(s_patience, CancellationToken.None).ContinueWith(_ => Kill(helper), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
    }

    private static void Kill(Process helper)
    {
        try
        {
            helper.Kill();
        }
        catch (InvalidOperationException)
        {
            return;
        }
    }

    // A helper whose words cannot be handed on, such as to a pipe that nobody reads any more, would wait for ever with a full pipe of its own.
    private static async Task RelayAsync(StreamReader from, Action<string> to, CancellationTokenSource broken)
    {
        try
        {
            char[] buffer = new char[8 * 1024];
            while (await from.ReadAsync(buffer).ConfigureAwait(false) is > 0 and int count)
                to(new string(buffer, 0, count));
        }
        catch
        {
            await broken.CancelAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static Process Start(UntrustedDacException untrusted, ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start) ?? throw Without(untrusted, "it did not start");
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            throw Without(untrusted, $"it did not start ({e.Message})");
        }
    }

    private static string? FindTool(string name)
    {
        foreach (string folder in s_folders)
        {
            string path = Path.Combine(folder, name);
            using ITreeEntry? entry = TrustWalk.Look(path).File;
            if (entry is not null)
                return path;
        }

        return null;
    }

    private static string? ReadScope() => File.Exists(PtraceScope.Path) ? File.ReadAllText(PtraceScope.Path) : null;

    private static FathomException Without(UntrustedDacException untrusted, string lack) => new(
        $"{untrusted.Message.TrimEnd('.')}; nor can a helper process with the rights of the target load it: {lack}.", untrusted.NextStep, untrusted.ExitCode, untrusted);
}
