using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Cli.Options;
using Fathom.Files;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Watch;

/// <summary>What is done when a process breaks a limit: the tool is started again, in a process of its own, so that the watch goes on small.</summary>
/// <param name="actions">"snapshot", "dump" or both.</param>
/// <param name="folder">Where the files go.</param>
/// <param name="time">The clock.</param>
/// <param name="said">Told what was kept, or why nothing was.</param>
internal sealed class BreachActions(IReadOnlyList<string> actions, string folder, TimeProvider time, Action<string> said)
{
    public const string Snapshot = "snapshot";
    public const string Dump = "dump";

    /// <summary>Reads <c>--on-breach</c>.</summary>
    /// <exception cref="FathomException">An action that is not known (<see cref="ExitCode.Usage"/>).</exception>
    public static IReadOnlyList<string> Parse(string option, string? text)
    {
        string[] actions = text?.Split(',', StringSplitOptions.TrimEntries) ?? [];
        string[] known = [Snapshot, Dump];
        foreach (string action in actions)
        {
            if (!known.Contains(action))
                throw FathomException.Usage($"'{action}' in '{option} {text}' is not a possible action.", $"{option} {string.Join(',', known)}");
        }

        return actions;
    }

    /// <summary>Does it, one after the other, while the target still holds what broke the limit.</summary>
    public void Run(WatchedProcess process)
    {
        string name = string.Create(
            CultureInfo.InvariantCulture, $"{FileName(process.Facts.Name)}_{process.Facts.Pid}_{time.GetUtcNow().UtcDateTime:yyyyMMddTHHmmss}");
        string pid = string.Create(CultureInfo.InvariantCulture, $"pid:{process.Facts.Pid}");
        foreach (string action in actions)
        {
            string file = Path.Combine(folder, name + (action == Snapshot ? ".fathom" : ".core"));
            Start(action, file, action == Snapshot ? ["heap", pid, "--save", file, "--format", "csv", "-q"] : ["dump", pid, "-o", file, "-q"]);
        }
    }

    private void Start(string action, string file, string[] arguments)
    {
        if (WrittenRights.Readers != Readers.Owner)
            arguments = [.. arguments, GeneralOptions.ReadableBy, WrittenRights.Readers == Readers.Group ? "group" : "all"];
        using Process child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> output = child.StandardOutput.ReadToEndAsync();
        string errors = child.StandardError.ReadToEnd();
        child.WaitForExit();
        _ = output.Result;
        said((ExitCode)child.ExitCode is ExitCode.Ok or ExitCode.Partial && Path.Exists(file)
            ? $"{action} saved as '{SafeText.Of(file)}'"
            : $"no {action}: {SafeText.Of(errors.Split('\n')[0])}");
    }

    private static string FileName(string name) => string.Concat(name.Select(static c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' ? c : '_'));
}
