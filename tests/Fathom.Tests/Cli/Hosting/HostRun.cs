using System.Text;
using Fathom.Cli.Frame;
using Fathom.Cli.Hosting;
using Fathom.Cli.Verbs;
using Fathom.Model;

namespace Fathom.Tests.Cli.Hosting;

/// <summary>What a command line wrote and how it ended, run inside the test.</summary>
internal sealed record HostRun(ExitCode Code, string Out, string Error)
{
    // How far a step has come is said after a second, which a busy machine may take.
    private static readonly TimeProvider s_time = new TimeWithoutTimers();

    /// <summary>The verbs that the frame's tests know.</summary>
    private static Verb[] Probes { get; } =
    [
        new("probe", VerbGroup.Start, "Ends in the way that the subject names.", () => new ProbeCommand("probe")),
        new("info", VerbGroup.Start, "Says what a subject is.", () => new ProbeCommand("info")),
        new("sql", VerbGroup.Output, "Asks in SQL.", () => throw new InvalidOperationException("built without being asked for")),
    ];

    public static Task<HostRun> ProbeAsync(params string[] args) => OfAsync(Probes, TerminalFacts.Redirected, args, CancellationToken.None);

    public static Task<HostRun> StoppedProbeAsync(params string[] args) =>
        OfAsync(Probes, TerminalFacts.Redirected, args, new CancellationToken(canceled: true));

    public static Task<HostRun> OfAsync(Verb[] verbs, TerminalFacts terminal, string[] args, CancellationToken stop) =>
        Task.Run(() => Of(verbs, terminal, args, stop), CancellationToken.None);

    private static HostRun Of(Verb[] verbs, TerminalFacts terminal, string[] args, CancellationToken stop)
    {
        using MemoryStream output = new();
        using StringWriter error = new();
        using CommandContext context = new(output, error, s_time, terminal, stop);
        ExitCode code = new CommandHost(verbs).Run(args, context, () => ExitCode.Interrupted);
        return new HostRun(code, Encoding.UTF8.GetString(output.ToArray()), error.ToString());
    }

    /// <summary>Everything in one text, for a snapshot.</summary>
    public override string ToString() => $"exit {(int)Code}\n--- stdout\n{Out}--- stderr\n{Error}";
}
